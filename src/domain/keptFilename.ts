/** Bidirectional controls, which reorder the text after them, so that `gpj.exe` can be displayed as `exe.jpg`. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g

/** A file name as it is stored: in one Unicode form (NFC), and displayed in the order in which it is written. */
export const keptFilename = (given: string): string => given.replace(directions, "").trim().normalize("NFC")
