/** What a clipboard holds, of which a `DataTransfer` tells. */
interface Pasted {
  readonly files: Iterable<File>
  readonly types: ReadonlyArray<string>
}

/**
 * The files in what is pasted. What office programs copy is a text with a picture of it: whoever pastes that wants the
 * text, for which there are none.
 */
export const pastedFiles = ({ files, types }: Pasted): ReadonlyArray<File> =>
  types.includes("text/plain") && types.includes("text/html") ? [] : [...files]
