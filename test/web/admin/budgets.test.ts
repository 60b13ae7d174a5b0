import { existsSync, readFileSync, statSync } from "node:fs"
import { assert, it } from "@effect/vitest"

/** A file of the build: what it loads immediately, and what it loads on demand. */
interface Chunk {
  readonly file: string
  readonly isEntry?: boolean
  readonly imports?: ReadonlyArray<string>
  readonly dynamicImports?: ReadonlyArray<string>
  readonly css?: ReadonlyArray<string>
}

const dist = new URL("../../../web/admin/dist/", import.meta.url)
const chunks: Readonly<Record<string, Chunk>> = JSON.parse(readFileSync(new URL("manifest.json", dist), "utf8"))

/** Bytes in transit. A file that is too small to be compressed is sent as it is. */
const gzipped = (file: string) => {
  const compressed = new URL(`${file}.gz`, dist)
  return statSync(existsSync(compressed) ? compressed : new URL(file, dist)).size
}

/** The files that these chunks load immediately, each counted once. */
const loadedBy = (names: ReadonlyArray<string>): ReadonlyArray<Chunk> => {
  const seen = new Set<string>()
  const visit = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    for (const other of chunks[name]?.imports ?? []) visit(other)
  }
  for (const name of names) visit(name)
  return [...seen].flatMap((name) => chunks[name] ?? [])
}
const scriptsOf = (names: ReadonlyArray<string>) =>
  loadedBy(names).reduce((sum, { file }) => sum + (file.endsWith(".js") ? gzipped(file) : 0), 0)

const entry = Object.keys(chunks).filter((name) => chunks[name]?.isEntry === true)
const inbox = "src/pages/inbox/InboxPage.tsx"
const overlays = ["src/app/PickerDialog.tsx", "src/app/HelpDialog.tsx", "src/tickets/WhyDialog.tsx"]
const kb = 1024

it("paints the inbox for the first time with at most 150 KB of scripts", () => {
  assert.property(chunks, inbox)
  assert.isAtMost(scriptsOf([...entry, inbox]), 150 * kb)
})

it("opens a ticket, overlays included, with at most 230 KB", () => {
  for (const overlay of overlays) assert.property(chunks, overlay)
  assert.isAtMost(scriptsOf([...entry, inbox, "src/tickets/TicketByNumber.tsx", ...overlays]), 230 * kb)
})

it("is styled with at most 15 KB of CSS", () => {
  const styles = new Set(loadedBy(entry).flatMap(({ css = [] }) => css))
  assert.isAbove(styles.size, 0)
  assert.isAtMost(
    [...styles].reduce((sum, file) => sum + gzipped(file), 0),
    15 * kb
  )
})

it("loads every page on demand", () => {
  const pages = Object.keys(chunks).filter((name) => /^src\/pages\/.*Page\.tsx$/.test(name))
  assert.isAbove(pages.length, 8)
  const atOnce = new Set(loadedBy(entry).map(({ file }) => file))
  for (const page of pages) assert.isFalse(atOnce.has(chunks[page]?.file ?? ""), page)
})
