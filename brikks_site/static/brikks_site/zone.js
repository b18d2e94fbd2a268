// @ts-check
// Tells the server which time zone this browser is in, for dates on its next pages.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const said = `time-zone=${zone}`;
if (/^[\w+/-]+$/.test(zone) && !document.cookie.split("; ").includes(said)) {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${said}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
}
