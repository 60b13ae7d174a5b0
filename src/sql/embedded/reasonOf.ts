/**
 * Why a program of PostgreSQL ended, according to its output: the last line that names an error, since the lines after it are
 * about the statement or the cleanup. A full disk takes precedence, because later failures hide it. If no line names an error,
 * a disk that is full now had no room for one either; else the last line, or `otherwise` if there is no output.
 */
export const reasonOf = (written: string, otherwise: string, { isFull = false } = {}): string => {
  const lines = written.trim().split("\n")
  const errors = lines.filter((line) => error.test(line))
  const reason =
    errors.find((line) => line.includes("No space left on device")) ?? errors.at(-1) ?? (isFull ? noRoom : lines.at(-1))
  return reason?.replace(error, "") || otherwise
}

const noRoom = "its disk is full"

/** The server's `FATAL:  `, after the time and the process id, and its programs' `initdb: error: `. */
const error = /^.*?\b(FATAL|PANIC|ERROR|error): +/
