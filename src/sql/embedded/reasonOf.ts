/**
 * Why a program of PostgreSQL ended, in what it wrote: the last line that names an error. What follows there tells of the statement,
 * or of what was cleared away. The last line where none does, and `otherwise` where it wrote nothing.
 */
export const reasonOf = (written: string, otherwise: string): string => {
  const lines = written.trim().split("\n")
  const reason = lines.findLast((line) => error.test(line)) ?? lines.at(-1)
  return reason?.replace(error, "") || otherwise
}

/** The server's `FATAL:  `, after the time and the process, and its programs' `initdb: error: `. */
const error = /^.*?\b(FATAL|PANIC|ERROR|error): +/
