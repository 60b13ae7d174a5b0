import { execFile } from "node:child_process"
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"

/** Replaces Vite: builds a program of two files, and runs what a test injects between the first and the second. */
const vite = `
import { spawnSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
const { BUILD_FOLDER, MEANWHILE, VERSION } = process.env
const between = {
  "another builds": () => spawnSync(process.execPath, ["scripts/build.mjs"], { env: { ...process.env, MEANWHILE: "" } }),
  "it is killed": () => process.kill(process.ppid, "SIGKILL") && process.exit(),
  "it fails": () => process.exit(1)
}
writeFileSync(join(BUILD_FOLDER, "first.js"), VERSION)
between[MEANWHILE]?.()
writeFileSync(join(BUILD_FOLDER, "second.js"), VERSION)
`

describe.skipIf(process.platform === "win32")("A build", () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "trunkline build "))
    for (const made of [
      "scripts",
      "src",
      "channels",
      "sdk/src",
      "web/customer",
      "web/message",
      "node_modules/vite/bin"
    ]) {
      mkdirSync(join(folder, made), { recursive: true })
    }
    for (const script of ["build.mjs", "builds.mjs"]) {
      cpSync(join("scripts", script), join(folder, "scripts", script))
    }
    for (const file of ["package.json", "package-lock.json", "web/browsers.ts"]) writeFileSync(join(folder, file), "{}")
    writeFileSync(join(folder, "node_modules/vite/bin/vite.js"), "")
    writeFileSync(join(folder, "node_modules/vite/package.json"), '{"type":"module"}')
    writeFileSync(join(folder, "node_modules/vite/bin/vite.js"), vite)
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** Builds a version of the sources; as `user` if the tests run as root. */
  const build = (version: string, meanwhile = "", user?: number) => {
    writeFileSync(join(folder, "src", "main.ts"), version)
    return new Promise<{ code: number | null; printed: string }>((resolve) => {
      const env = { PATH: process.env["PATH"], VERSION: version, MEANWHILE: meanwhile }
      const child = execFile(
        process.execPath,
        [join("scripts", "build.mjs")],
        { env, cwd: folder, ...(user === undefined ? {} : { uid: user, gid: user }) },
        (_, out, err) => resolve({ code: child.exitCode, printed: out + err })
      )
    })
  }
  const built = () =>
    ["first.js", "second.js"].map((file) => readFileSync(join(folder, "dist", file), "utf8")).join(" ")
  const beside = () => readdirSync(folder).filter((name) => name.startsWith("dist"))

  it("rebuilds only what has changed", async () => {
    expect(await build("1")).toEqual({ code: 0, printed: "Building the server…\n" })
    expect(await build("1")).toEqual({ code: 0, printed: "" })
    expect(await build("2")).toMatchObject({ code: 0, printed: "Building the server…\n" })
    expect(built()).toBe("2 2")
  })

  it("is complete for a process that starts from it while another is made of the same sources", async () => {
    expect(await build("1", "another builds")).toMatchObject({ code: 0 })
    expect(built()).toBe("1 1")
    expect(beside()).toEqual(["dist"])
  })

  it.each(["it is killed", "it fails"])("stays as it was when the next one ends early: %s", async (meanwhile) => {
    await build("1")
    expect(await build("2", meanwhile)).not.toMatchObject({ code: 0 })
    expect(built()).toBe("1 1")
    expect(await build("2")).toMatchObject({ code: 0 })
    expect(built()).toBe("2 2")
    expect(beside()).toEqual(["dist"])
  })

  it("says in one sentence that the user may not write there", async () => {
    chmodSync(folder, 0o555)
    const anybody = process.getuid?.() === 0 ? 65_534 : undefined
    const { code, printed } = await build("1", "", anybody)
    chmodSync(folder, 0o755)
    expect(code).toBe(1)
    expect(printed).toBe(
      `Building the server…\nNot built: the server. ${folder} cannot be written to (EACCES): run \`npm run build\` there as its owner.\n`
    )
  })
})
