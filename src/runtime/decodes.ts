/** Whether a text is percent-encoded UTF-8, so that `decodeURIComponent` can read it. */
export const decodes = (text: string): boolean => {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
