/** Files that go with one message. */
export const maxFiles = 20

/** What a clipboard holds, of which a `DataTransfer` tells. */
interface Pasted {
  readonly files: Iterable<File>
  readonly types: ReadonlyArray<string>
}

/**
 * The files in what is pasted. What office programs copy is a text with a picture of it: whoever pastes that wants the
 * text, for which there are none.
 */
export const pastedFiles = (clipboard: Pasted | null): ReadonlyArray<File> => {
  const { files = [], types = [] } = clipboard ?? {}
  return types.includes("text/plain") && types.includes("text/html") ? [] : [...files]
}
