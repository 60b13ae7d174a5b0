/** Characters that are written in one place: of a million a browser lays out each key for half a minute. */
const mostCharacters = 100_000

/** What is pasted or dropped, of which a `DataTransfer` tells. */
interface Given {
  readonly files: Iterable<File>
  readonly types: ReadonlyArray<string>
  readonly getData: (type: string) => string
}

/**
 * The files in what is pasted. What office programs copy is a text with a picture of it: whoever pastes that wants the
 * text, for which there are none.
 */
export const pastedFiles = ({ files, types }: Given): ReadonlyArray<File> =>
  types.includes("text/plain") && types.includes("text/html") ? [] : [...files]

/** A text that is too long to be written on beside what is there already, as a file. */
export const longText = (given: Given, written: string): File | undefined => {
  const text = given.getData("text/plain")
  if (written.length + text.length <= mostCharacters) return undefined
  return new File([text], "pasted.txt", { type: "text/plain" })
}
