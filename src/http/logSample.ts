/** Lines a second about requests that were refused. */
const linesPerSecond = 20

/**
 * Which refusals get a line in the access log: who sends what is refused as fast as it can must not fill the disk with it. The
 * metrics count them all.
 */
export const makeLogSample = () => {
  let second = 0
  let lines = 0
  let leftOut = 0

  /** How many refusals since the last line have none, for the line of this one; undefined when it has none either. */
  return (now: number): number | undefined => {
    const current = Math.floor(now / 1000)
    if (current !== second) {
      second = current
      lines = 0
    }
    if (lines >= linesPerSecond) {
      leftOut++
      return undefined
    }
    lines++
    const told = leftOut
    leftOut = 0
    return told
  }
}
