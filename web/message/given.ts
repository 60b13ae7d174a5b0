/** The most files in one message. */
export const maxFiles = 20

/** The most characters in one input: with a million, a browser takes half a minute for each keystroke. */
export const mostCharacters = 100_000

/** The data of a clipboard or a drop, as in a `DataTransfer`. */
interface Given {
  readonly files: Iterable<File>
  readonly types: ReadonlyArray<string>
  readonly getData: (type: string) => string
}

/** A paste or drop event. */
interface Giving {
  readonly target: EventTarget | null
  readonly clipboardData?: Given | null
  readonly dataTransfer?: Given | null
  readonly preventDefault: () => void
}

/**
 * Takes the files from a paste or drop, or a text that would make the input too long, as a file; `onLongText` is then called.
 * Anything else is left to the input.
 */
export const takeFiles = (event: Giving, onLongText = () => {}): ReadonlyArray<File> => {
  const { clipboardData, dataTransfer, target } = event
  const given = clipboardData ?? dataTransfer
  if (!given) return []
  const text = longText(given, target)
  const files = text !== undefined ? [text] : clipboardData ? pastedFiles(given) : [...given.files]
  if (files.length > 0) event.preventDefault()
  if (text !== undefined) onLongText()
  return files
}

/** The name of a text that is attached as a file. */
export const textName = "pasted.txt"

/** Returns a pasted text as a file if it would make the input too long. */
export const longText = (given: Given, target: EventTarget | null): File | undefined => {
  // Only a multi-line input has a `textLength`.
  const written = target !== null && "textLength" in target ? Number(target.textLength) : undefined
  const text = given.getData("text/plain")
  if (written === undefined || written + text.length <= mostCharacters) return undefined
  return new File([text], textName, { type: "text/plain" })
}

/**
 * Returns the files in pasted data. Office programs copy text together with a picture of it; whoever pastes that wants the
 * text, so there are no files.
 */
export const pastedFiles = ({ files, types }: Omit<Given, "getData">): ReadonlyArray<File> =>
  types.includes("text/plain") && types.includes("text/html") ? [] : [...files]
