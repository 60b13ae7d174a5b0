import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { assert, it } from "@effect/vitest"

const program = fileURLToPath(new URL("../support/strayProcess.ts", import.meta.url))

it("An unhandled rejection is logged and counted, and ends nothing", async () => {
  const { stderr, stdout } = await promisify(execFile)(process.execPath, [
    "--disable-warning=ExperimentalWarning",
    program
  ])
  assert.deepInclude(JSON.parse(stdout), { count: 1 })
  assert.include(stderr, "Unhandled promise rejection")
  assert.include(stderr, "the socket is gone")
})
