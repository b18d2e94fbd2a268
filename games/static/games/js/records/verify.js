// @ts-check
/** The page on which a game is verified: what this browser has kept is compared with the log. */

import { showKeptDice } from "./kept_dice.js";

showKeptDice(document);
