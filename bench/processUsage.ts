import { readdirSync, readFileSync } from "node:fs"

/** Clock ticks per second in /proc: 100 on every Linux that Node supports. */
const ticksPerSecond = 100

/** Processor time of a process and all its descendants, including those that have ended, in seconds. 0 without /proc. */
export const cpuSeconds = (pid: number): number =>
  familyOf(pid).reduce((sum, { ticks }) => sum + ticks, 0) / ticksPerSecond

/** Resident memory of a process and its running descendants, in MB. 0 without /proc. */
export const familyMegabytes = (pid: number): number =>
  familyOf(pid).reduce((sum, { pid }) => sum + (residentMegabytes(pid)?.now || 0), 0)

const familyOf = (pid: number) => {
  const family = new Set([pid])
  return readProcesses().filter(({ parent, pid }) => {
    if (family.has(parent)) family.add(pid)
    return family.has(pid)
  })
}

/** Resident memory of one process in MB: the current value and the peak. Undefined without /proc. */
export const residentMegabytes = (pid: number): { readonly now: number; readonly peak: number } | undefined => {
  const status = read(`/proc/${pid}/status`)
  const megabytes = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
  return status === "" ? undefined : { now: megabytes("VmRSS"), peak: megabytes("VmHWM") }
}

/** Every process, parents before children, with its own ticks and those of the children it has waited for. */
const readProcesses = () => {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map((name) => parseStat(read(`/proc/${name}/stat`)))
      .filter((found) => found !== undefined)
      .sort((a, b) => a.started - b.started)
  } catch {
    return [] // no /proc: not Linux
  }
}

/** Parses a stat file, see proc(5). The name in parentheses may contain anything, so fields are counted from its end. */
const parseStat = (stat: string) => {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  const number = (position: number) => Number(fields[position - 3])
  return stat === ""
    ? undefined
    : {
        pid: Number.parseInt(stat, 10),
        parent: number(4),
        ticks: number(14) + number(15) + number(16) + number(17),
        started: number(22)
      }
}

/** The content of a file in /proc, or "" when its process has just ended. */
const read = (path: string) => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return ""
  }
}
