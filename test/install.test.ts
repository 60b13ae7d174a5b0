import { exec, execFile } from "node:child_process"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"

/** A program for this machine, and programs for others: two for a different C library, one for a different system. */
const [ours, theirs, elsewhere] = ["builder-here", "builder-libc", "builder-elsewhere"]

/** Replaces npm: records its arguments, and installs everything but the program; when it runs another npm, that too. */
const npm = `
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
const args = process.argv.slice(2)
appendFileSync("asked.txt", args.join(" ") + "\\n")
appendFileSync("settings.txt", process.env.npm_config_engine_strict + " " + process.env.npm_config_package_lock + "\\n")
mkdirSync("node_modules/.bin", { recursive: true })
writeFileSync("node_modules/.bin/node", "#!/bin/sh\\n", { mode: 0o755 })
writeFileSync("node_modules/.package-lock.json", JSON.stringify({ packages: {} }))
// npm 9 and 10 end if this folder is missing.
if (args[0] === "exec" && !existsSync(join(process.env.npm_config_prefix, "lib"))) process.exit(254)
if (args[0] === "exec" && process.env.BROKEN === undefined) mkdirSync("node_modules/${ours}")
`

const platform = { os: [process.platform], cpu: [process.arch], optional: true }
const lock = {
  packages: {
    "": {},
    [`node_modules/${ours}`]: { ...platform, version: "1.0.0", dev: true, engines: { node: ">=24" } },
    [`node_modules/${theirs}`]: { ...platform, version: "1.0.0", libc: ["another"] },
    [`node_modules/${elsewhere}`]: { ...platform, version: "1.0.0", os: ["another"] }
  }
}

describe.skipIf(process.platform === "win32")("The installation before a start", () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "trunkline install "))
    mkdirSync(join(folder, "scripts"))
    for (const script of ["install.mjs", "npm.mjs", "build.mjs", "builds.mjs"]) {
      cpSync(join("scripts", script), join(folder, "scripts", script))
    }
    writeFileSync(join(folder, "package.json"), "{}")
    writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock))
    writeFileSync(join(folder, "npm.mjs"), npm)
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const install = (environment: Record<string, string> = {}) =>
    new Promise<{ code: number; printed: string }>((resolve) => {
      const env = { PATH: process.env["PATH"], npm_execpath: join(folder, "npm.mjs"), ...environment }
      const child = execFile(
        process.execPath,
        [join(folder, "scripts", "install.mjs")],
        { env, cwd: folder },
        (_, out, err) => resolve({ code: child.exitCode ?? -1, printed: out + err })
      )
    })
  const asked = () =>
    existsSync(join(folder, "asked.txt")) ? readFileSync(join(folder, "asked.txt"), "utf8").trim().split("\n") : []
  const commands = () => asked().map((line) => line.split(" ")[0])
  /** As `npm run build` leaves it. */
  const built = async () => {
    for (const sources of ["src", "channels", "sdk/src", "web/customer", "web/message", "dist"]) {
      mkdirSync(join(folder, sources), { recursive: true })
    }
    writeFileSync(join(folder, "web", "browsers.ts"), "")
    const { hashOf, inputs } = await import(join(folder, "scripts", "builds.mjs"))
    writeFileSync(join(folder, "dist", inputs), hashOf("server"))
  }

  it("has a newer npm install what the host's npm omitted for its Node, and asks nothing the next time", async () => {
    expect(await install()).toMatchObject({ code: 0 })
    expect(commands()).toEqual(["ci", "exec"])
    expect(existsSync(join(folder, "node_modules", ours))).toBe(true)
    expect(await install()).toMatchObject({ code: 0, printed: "" })
    expect(commands()).toEqual(["ci", "exec"])
  })

  it("has it do so also where npm's own folder for programs does not exist, as on a new machine", async () => {
    expect(await install({ npm_config_prefix: join(folder, "nowhere") })).toMatchObject({ code: 0 })
    expect(existsSync(join(folder, "nowhere"))).toBe(false)
    expect(existsSync(join(folder, "node_modules", ours))).toBe(true)
  })

  it("names what could not be installed, and retries when it is run again", async () => {
    const { code, printed } = await install({ BROKEN: "yes" })
    expect(code).toBe(1)
    expect(printed).toContain(`npm did not install ${ours}: use Node 24 or later with its npm`)
    expect(await install()).toMatchObject({ code: 0 })
    expect(commands()).toEqual(["ci", "exec", "ci", "exec"])
  })

  it("sets aside what npm was told that no installation here could pass: the Node is the one that it installs", async () => {
    const told = { npm_config_engine_strict: "true", npm_config_package_lock: "", npm_config_loglevel: "silent" }
    expect(await install(told)).toMatchObject({ code: 0 })
    expect(readFileSync(join(folder, "settings.txt"), "utf8")).toBe("false true\nfalse true\n")
  })

  it.each(["pnpm.cjs", "yarn.js"])(
    "has the host's npm install what the lockfile lists when %s runs it",
    async (other) => {
      writeFileSync(join(folder, other), "process.exit(1)")
      mkdirSync(join(folder, "bin"))
      writeFileSync(join(folder, "bin", "npm"), `#!/bin/sh\nexec node "${folder}/npm.mjs" "$@"\n`, { mode: 0o755 })
      const PATH = `${join(folder, "bin")}:${process.env["PATH"]}`
      expect(await install({ PATH, npm_execpath: join(folder, other) })).toMatchObject({ code: 0 })
      expect(commands()).toEqual(["ci", "exec"])
    }
  )

  it.each([
    ["silent", "--loglevel=error"],
    ["verbose", undefined]
  ])("lets npm say why it fails, also when it was told to be silent: %s", async (npm_config_loglevel, expected) => {
    await install({ npm_config_loglevel })
    expect(
      asked()[0]
        ?.split(" ")
        .find((argument) => argument.startsWith("--loglevel"))
    ).toBe(expected)
  })

  it("installs the test browser whatever npm was told to omit", async () => {
    cpSync(join("scripts", "install-browser.mjs"), join(folder, "scripts", "install-browser.mjs"))
    mkdirSync(join(folder, "test", "browser"), { recursive: true })
    writeFileSync(join(folder, "test", "browser", "package-lock.json"), "{}")
    const env = { PATH: process.env["PATH"], npm_execpath: join(folder, "npm.mjs"), NODE_ENV: "production" }
    await new Promise((resolve) =>
      execFile(process.execPath, [join(folder, "scripts", "install-browser.mjs")], { cwd: folder, env }, resolve)
    )
    expect(readFileSync(join(folder, "test", "browser", "asked.txt"), "utf8")).toMatch(/^ci --include=dev /)
  })

  const omitting = [
    ["--omit=dev", { npm_config_omit: "dev" }],
    ["NODE_ENV=production", { NODE_ENV: "production" }]
  ] as const

  it.each([...omitting, ["--omit=optional", { npm_config_omit: "optional" }]] as const)(
    "omits what npm was told to omit when everything is built: %s",
    async (_, environment) => {
      await built()
      expect(await install(environment)).toMatchObject({ code: 0 })
      expect(asked()).toEqual(["ci --loglevel=error"])
    }
  )

  it.each(omitting)("installs the build tools anyway when something is not built: %s", async (_, environment) => {
    await built()
    writeFileSync(join(folder, "src", "new.ts"), "")
    expect(await install(environment)).toMatchObject({ code: 0 })
    expect(asked()[0]).toBe("ci --include=dev --loglevel=error")
    expect(asked()[1]).toContain("--include=dev")
  })
})

describe.skipIf(process.platform === "win32")(
  "npm start and npm test, with npm told to run no scripts before others",
  () => {
    let folder: string
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), "trunkline install "))
      mkdirSync(join(folder, "scripts"))
      const { scripts } = JSON.parse(readFileSync("package.json", "utf8"))
      writeFileSync(join(folder, "package.json"), JSON.stringify({ scripts }))
      const says = (name: string) => `#!/bin/sh\necho "${name} $@" >> asked.txt\n`
      writeFileSync(
        join(folder, "scripts", "install.mjs"),
        `
import { mkdirSync, writeFileSync } from "node:fs"
mkdirSync("node_modules/.bin", { recursive: true })
writeFileSync("node_modules/.bin/node", ${JSON.stringify(says("node"))}, { mode: 0o755 })
writeFileSync("node_modules/.bin/vitest", ${JSON.stringify(says("vitest"))}, { mode: 0o755 })
`
      )
      for (const script of ["build.mjs", "install-browser.mjs"]) {
        writeFileSync(
          join(folder, "scripts", script),
          `(await import("node:fs")).appendFileSync("asked.txt", "${script}\\n")`
        )
      }
    })
    afterEach(() => rmSync(folder, { recursive: true, force: true }))

    const npm = (command: string) =>
      new Promise<ReadonlyArray<string>>((resolve, reject) => {
        const env = {
          PATH: process.env["PATH"],
          npm_config_ignore_scripts: "true",
          npm_config_update_notifier: "false"
        }
        exec(`npm ${command}`, { cwd: folder, env }, (error, _, stderr) =>
          error === null
            ? resolve(readFileSync(join(folder, "asked.txt"), "utf8").trim().split("\n"))
            : reject(new Error(stderr))
        )
      })

    it("install and build, and start the server on the Node that was just installed", async () => {
      expect(await npm("start -- --help")).toEqual([
        "build.mjs",
        expect.stringMatching(/^node .*dist\/main\.mjs --help$/)
      ])
    })

    it("install, build, and run the tests", async () => {
      expect(await npm("test -- test/domain")).toEqual(["build.mjs", "install-browser.mjs", "vitest run test/domain"])
    })
  }
)
