import { assert, it } from "@effect/vitest"
import { reasonOf } from "../../../src/sql/embedded/reasonOf.ts"

it("The error of a PostgreSQL program is reported, and not what it prints afterwards", () => {
  const noSpace = 'could not write to file "base/4/3394_vm": No space left on device'
  const initdb = `2026-11-23 22:45:55.169 UTC [12782] FATAL:  ${noSpace}
2026-11-23 22:45:55.169 UTC [12782] STATEMENT:  CREATE DATABASE template0 OID = 4;
child process exited with exit code 1
initdb: removing contents of data directory "/data/postgres.new-1"
`
  assert.strictEqual(reasonOf(initdb, "initdb ended with 1"), noSpace)
  const panic = `2026-11-23 22:45:55.169 UTC [12782] PANIC:  cannot abort transaction 1, it was already committed\n`
  assert.strictEqual(reasonOf(initdb + panic, "initdb ended with 1"), noSpace)
  const held = 'could not access directory "/data": Permission denied'
  assert.strictEqual(reasonOf(`initdb: error: ${held}\n`, ""), held)
  assert.strictEqual(reasonOf("sh: postgres: not found\n", ""), "sh: postgres: not found")
  assert.strictEqual(reasonOf("\n", "it did not become ready"), "it did not become ready")
})

it("A server without disk space even for its error messages says so", () => {
  const cut = "2026-11-28 07:48:12.124 UTC [24961] LOG:  database system is shut down\n"
  assert.strictEqual(reasonOf(cut, "it did not become ready", { isFull: true }), "its disk is full")
  assert.strictEqual(reasonOf("", "it did not become ready", { isFull: true }), "its disk is full")
  const locked = "2026-11-28 07:48:12.124 UTC [24961] FATAL:  could not open file: Permission denied\n"
  assert.strictEqual(reasonOf(locked, "", { isFull: true }), "could not open file: Permission denied")
})
