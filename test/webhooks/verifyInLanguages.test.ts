import { execFileSync, spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Redacted } from "effect"
import { signatureHeaders, signingKey } from "../../src/webhooks/Signature.ts"

// What docs/webhooks.md gives to those who take no library, run by each language that this machine has.

const text = readFileSync(new URL("../../docs/webhooks.md", import.meta.url), "utf8")

/** The block of code that follows this line. */
const blockAfter = (line: string) => {
  const block = text.slice(text.indexOf(line)).match(/```\w+\n(.*?)\n```/s)?.[1]
  if (!text.includes(line) || block === undefined) throw new Error(`docs/webhooks.md has no code after: ${line}`)
  return block
}

interface Language {
  readonly name: string
  /** Tells whether the language is there. */
  readonly probe: readonly [string, ...Array<string>]
  readonly files: () => Record<string, string>
  /** Prints true or false, for SECRET, HEADERS (JSON) and the body in the file BODY. */
  readonly run: readonly [string, ...Array<string>]
}

const languages: ReadonlyArray<Language> = [
  {
    name: "Python",
    probe: ["python3", "--version"],
    files: () => ({
      "main.py": `${blockAfter("Python, without a library:")}
import json, os
print(str(verify(os.environ["SECRET"], json.loads(os.environ["HEADERS"]), open(os.environ["BODY"], "rb").read())).lower())`
    }),
    run: ["python3", "main.py"]
  },
  {
    name: "Go",
    probe: ["go", "version"],
    files: () => ({
      "go.mod": "module example\n\ngo 1.19\n",
      "hooks/hooks.go": blockAfter("Go, without a library:"),
      "main.go": `package main

import (
	"encoding/json"
	"example/hooks"
	"fmt"
	"net/http"
	"os"
)

func main() {
	var given map[string]string
	if err := json.Unmarshal([]byte(os.Getenv("HEADERS")), &given); err != nil {
		panic(err)
	}
	header := http.Header{}
	for name, value := range given {
		header.Set(name, value)
	}
	body, err := os.ReadFile(os.Getenv("BODY"))
	if err != nil {
		panic(err)
	}
	fmt.Println(hooks.Verify(os.Getenv("SECRET"), header, body))
}
`
    }),
    run: ["go", "run", "."]
  },
  {
    name: "Ruby",
    probe: ["ruby", "--version"],
    files: () => ({
      "main.rb": `${blockAfter("Ruby, without a library;")}
require "json"
puts verify(ENV.fetch("SECRET"), JSON.parse(ENV.fetch("HEADERS")), File.binread(ENV.fetch("BODY")))`
    }),
    run: ["ruby", "main.rb"]
  },
  {
    name: "PHP",
    probe: ["php", "--version"],
    files: () => ({
      "main.php": `<?php
${blockAfter("PHP, without a library;")}
$headers = json_decode(getenv("HEADERS"), true);
echo json_encode(verify(getenv("SECRET"), $headers, file_get_contents(getenv("BODY"))));`
    }),
    run: ["php", "main.php"]
  }
]

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
const other = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
const body = `{"title":"Größe 你好"}\n`
const id = "evt_01m80ma4scesxaqdzshdpa13et"

/** The headers of a delivery that was signed with these secrets so many seconds ago. */
const signed = (secrets: ReadonlyArray<string>, age = 0) => {
  const timestamp = Math.floor(Date.now() / 1000) - age
  const keys = secrets.map((value) => signingKey(Redacted.make(value)))
  return { ...signatureHeaders(keys, id, timestamp, body), "webhook-id": id, "webhook-timestamp": String(timestamp) }
}

const cases = (): ReadonlyArray<readonly [string, boolean, Record<string, string>, string?]> => [
  ["signed with the secret", true, signed([secret])],
  ["signed with two during a rotation", true, signed([other, secret])],
  ["signed by somebody else", false, signed([other])],
  ["with another body", false, signed([secret]), `${body} `],
  ["with another id", false, { ...signed([secret]), "webhook-id": "evt_other" }],
  ["ten minutes old", false, signed([secret], 600)],
  ["of the future", false, signed([secret], -600)],
  ["with a time that is none", false, { ...signed([secret]), "webhook-timestamp": "soon" }],
  ["without a signature", false, { ...signed([secret]), "webhook-signature": "" }],
  ["without the headers", false, {}]
]

describe("A delivery is verified without a library, as docs/webhooks.md says, in", () => {
  for (const { files, name, probe, run } of languages) {
    const [program, ...flags] = probe
    it.skipIf(spawnSync(program, flags).status !== 0)(name, () => {
      const folder = mkdtempSync(join(tmpdir(), "trunkline-verify-"))
      try {
        for (const [file, content] of Object.entries(files())) {
          mkdirSync(dirname(join(folder, file)), { recursive: true })
          writeFileSync(join(folder, file), content)
        }
        for (const [what, expected, headers, sent = body] of cases()) {
          writeFileSync(join(folder, "body.json"), sent)
          const env = { ...process.env, SECRET: secret, HEADERS: JSON.stringify(headers), BODY: "body.json" }
          const [command, ...args] = run
          assert.strictEqual(
            execFileSync(command, args, { cwd: folder, env }).toString().trim(),
            String(expected),
            what
          )
        }
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    })
  }

  it("a shell", () => {
    const folder = mkdtempSync(join(tmpdir(), "trunkline-verify-"))
    try {
      const headers = signed([secret])
      writeFileSync(join(folder, "body.json"), body)
      const env = { ...process.env, SECRET: secret, ID: id, TIMESTAMP: headers["webhook-timestamp"] }
      const printed = execFileSync("sh", ["-c", blockAfter("Shell, with the body")], { cwd: folder, env }).toString()
      assert.strictEqual(`v1,${printed.trim()}`, headers["webhook-signature"])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
