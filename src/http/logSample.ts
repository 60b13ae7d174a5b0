/** Maximum access log lines per second for refused requests. */
const linesPerSecond = 20

/**
 * Selects the refusals that get a line in the access log, so that a flood of refused requests does not fill the disk.
 * Metrics count all of them.
 */
export const makeLogSample = () => {
  let second = 0
  let lines = 0
  let leftOut = 0

  /** The number of refusals without a line since the last one, for the line of this one; `undefined` if it gets none either. */
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
