/** Milliseconds of the processor that `work` takes: other work on the machine does not change them, as it does the time. */
export const processorTime = (work: () => void): number => {
  const began = process.cpuUsage()
  work()
  return process.cpuUsage(began).user / 1000
}
