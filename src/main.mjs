import "./runtime/compileCache.mjs"

const { interpret } = await import("./CommandLine.ts")
const request = interpret(process.argv.slice(2))
if (request._tag === "Print") {
  const output = request.exitCode === 0 ? process.stdout : process.stderr
  output.write(request.text)
  process.exitCode = request.exitCode
} else {
  // Loaded late, so that help is printed immediately.
  const { run } = await import("./App.ts")
  run()
}
