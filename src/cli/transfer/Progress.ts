/** Characters of the progress bar. */
const width = 24

/** Shows the progress of long work on a terminal, and nothing elsewhere. */
export const progressOn = (terminal: NodeJS.WriteStream) => {
  const shown = (line: string) => {
    if (terminal.isTTY) terminal.write(`\r\u001b[2K${line}`)
  }
  return {
    show: (done: number, total: number, what: string) => shown(bar(done, total, what)),
    clear: () => shown("")
  }
}

/** One line: `█████░░░  45 %  450 of 1,000 tickets`. More than the initial total counts as all of it. */
export const bar = (done: number, total: number, what: string): string => {
  const share = total === 0 ? 1 : Math.min(1, done / total)
  const full = Math.round(share * width)
  const numbers = `${done.toLocaleString("en")} of ${Math.max(done, total).toLocaleString("en")} ${what}`
  return `${"█".repeat(full)}${"░".repeat(width - full)}  ${Math.floor(share * 100)} %  ${numbers}`
}
