/** Cells of a bar. */
const width = 24

/** How far long work is, on the terminal of whoever waits for it; nothing where nobody watches. */
export const progressOn = (terminal: NodeJS.WriteStream) => {
  const shown = (line: string) => {
    if (terminal.isTTY) terminal.write(`\r\u001b[2K${line}`)
  }
  return {
    show: (done: number, total: number, what: string) => shown(bar(done, total, what)),
    clear: () => shown("")
  }
}

/** One line: `█████░░░  45 %  450 of 1,000 tickets`. More than was counted in the beginning is all of it. */
export const bar = (done: number, total: number, what: string): string => {
  const share = total === 0 ? 1 : Math.min(1, done / total)
  const full = Math.round(share * width)
  const numbers = `${done.toLocaleString("en")} of ${Math.max(done, total).toLocaleString("en")} ${what}`
  return `${"█".repeat(full)}${"░".repeat(width - full)}  ${Math.floor(share * 100)} %  ${numbers}`
}
