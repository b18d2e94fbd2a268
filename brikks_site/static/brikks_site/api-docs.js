// Shows the documentation of the interface. Whoever is logged in can try it out with their session.
"use strict";

const csrfToken = () => document.cookie.split("; ").find((part) => part.startsWith("csrftoken="))?.split("=")[1] ?? "";

SwaggerUIBundle({
  url: document.getElementById("swagger-ui").dataset.schema,
  dom_id: "#swagger-ui",
  deepLinking: true,
  validatorUrl: null,
  requestInterceptor: (request) => {
    if (request.method && request.method !== "GET") {
      request.headers["X-CSRFToken"] = csrfToken();
    }
    return request;
  },
});
