/** Files that go with one message. */
export const maxFiles = 20

/** Characters that are written in one place: of a million a browser lays out each key for half a minute. */
export const mostCharacters = 100_000

/** What a clipboard holds, or a drop, of which a `DataTransfer` tells. */
interface Given {
  readonly files: Iterable<File>
  readonly types: ReadonlyArray<string>
  readonly getData: (type: string) => string
}

/** That something is pasted or dropped, as the browser tells it. */
interface Giving {
  readonly target: EventTarget | null
  readonly clipboardData?: Given | null
  readonly dataTransfer?: Given | null
  readonly preventDefault: () => void
}

/**
 * Takes what is to go with a message as files: those that are given, and a text that is too long to be written on beside what
 * stands there already, of which `onLongText` is told. Anything else is left to the place to write.
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

/** What a text is called that goes along as a file. */
export const textName = "pasted.txt"

/** A text that is given to a place to write, and too long for it. */
export const longText = (given: Given, target: EventTarget | null): File | undefined => {
  // Of several lines alone is there such a length.
  const written = target !== null && "textLength" in target ? Number(target.textLength) : undefined
  const text = given.getData("text/plain")
  if (written === undefined || written + text.length <= mostCharacters) return undefined
  return new File([text], textName, { type: "text/plain" })
}

/**
 * The files in what is pasted. What office programs copy is a text with a picture of it: whoever pastes that wants the
 * text, for which there are none.
 */
export const pastedFiles = ({ files, types }: Omit<Given, "getData">): ReadonlyArray<File> =>
  types.includes("text/plain") && types.includes("text/html") ? [] : [...files]
