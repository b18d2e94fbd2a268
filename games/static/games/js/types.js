// @ts-check
/**
 * What the server hands to the modules, and what they hand to each other. Types only: nothing imports this at run time.
 *
 * @typedef {[number, number]} Cell  Column and row, or how far one is from the corner of a block; rows count upwards.
 *
 * @typedef {object} BoardData  The island `board-data`: everything that stays the same while a page is open.
 * @property {string} key
 * @property {string} game
 * @property {number | null} seat  The viewer's own seat.
 * @property {number} seq  The last event that the page has drawn.
 * @property {Record<string, Sheet>} sheets  What the page has drawn.
 * @property {number} columns
 * @property {number} rows
 * @property {number} cell
 * @property {number} margin
 * @property {Record<string, Cell[][]>} shapes  By colour, then by the column of the block table.
 * @property {Record<string, string>} letters
 * @property {Record<string, string>} urls
 * @property {string} now  The server's clock when it made the page.
 * @property {Preferences} preferences
 * @property {Record<string, string>} texts
 *
 * @typedef {object} Preferences
 * @property {boolean} confirm  Whether a move waits for Confirm.
 * @property {boolean} sound
 * @property {string} motion  `reduced`, or empty to follow the device.
 *
 * @typedef {[string, number, number, number]} Piece  Colour, column of the block table, and its corner on the sheet.
 *
 * @typedef {object} Sheet
 * @property {number} level
 * @property {number} ready
 * @property {number} circled
 * @property {number} crosses
 * @property {number} bombs
 * @property {string} left
 * @property {Piece[]} drawn
 * @property {{rows: number, bonus: number, bombs: number, energy: number, total: number}} score
 *
 * @typedef {object} Fall
 * @property {number} seat
 * @property {Piece} piece
 * @property {number} from  The column in which it comes in.
 * @property {string} moves  One letter a step: d, l or r.
 *
 * @typedef {object} Frame  What one event has changed for the viewer.
 * @property {number} seq
 * @property {string} words
 * @property {string} unasked  What was done for the viewer without their doing, in words; empty as a rule.
 * @property {number | null} active
 * @property {number[]} answered
 * @property {number[]} awaited
 * @property {Record<string, Sheet>} sheets
 * @property {Fall[]} falls
 *
 * @typedef {object} Frames
 * @property {string} status
 * @property {{seq: number, hash: string}} head
 * @property {Frame[]} frames
 * @property {string} watching  How many watch the game, in words; empty if nobody does.
 *
 * @typedef {object} Face  A block that can be chosen.
 * @property {string} id
 * @property {string} color
 * @property {number} column
 * @property {number} price
 * @property {boolean} affordable
 * @property {boolean} fits  Whether it can land anywhere.
 * @property {string} reason  Why it cannot be had, in words.
 * @property {boolean} rolled
 * @property {string} name
 *
 * @typedef {object} After  The bars of a sheet after a move.
 * @property {number} ready
 * @property {number} circled
 * @property {number} crosses
 *
 * @typedef {object} Landing  A place where a block can be drawn, and what that brings.
 * @property {string} face
 * @property {number} x
 * @property {number} y
 * @property {object} action
 * @property {number} from
 * @property {string} moves
 * @property {boolean} straight
 * @property {string} words
 * @property {After} [after]
 *
 * @typedef {object} Choices  The island `choices`: everything that the viewer may do now.
 * @property {number} seat
 * @property {number} sheet  Whose sheet is drawn on.
 * @property {number} asked
 * @property {number} seq
 * @property {string} phase
 * @property {Face[]} faces
 * @property {Landing[]} landings
 * @property {{action: object, words: string} | null} bomb
 * @property {{price: number, affordable: boolean, reason: string} | null} any  The way to all other blocks.
 * @property {boolean} anyOpen  Whether all blocks are among the faces.
 *
 * @typedef {object} Point  A place on a sheet in cells, with fractions.
 * @property {number} x
 * @property {number} y
 */

export {};
