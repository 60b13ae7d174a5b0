/** What turns the direction of what is read behind it, so that `exe` before it can look like an ending of `gpj`. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g

/** The name of a file as it is kept, whoever gave it: in one form of Unicode, and read in the order in which it is written. */
export const keptFilename = (given: string): string => given.replace(directions, "").trim().normalize("NFC")
