import { execFileSync, spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Redacted } from "effect"
import { signatureHeaders, signingKey } from "../../src/webhooks/Signature.ts"

// Runs the code that docs/webhooks.md gives to those who use no library, in each language that this machine has.

const text = readFileSync(new URL("../../docs/webhooks.md", import.meta.url), "utf8")

/** The code block that follows this line. */
const blockAfter = (line: string) => {
  const block = text.slice(text.indexOf(line)).match(/```\w+\n(.*?)\n```/s)?.[1]
  if (!text.includes(line) || block === undefined) throw new Error(`docs/webhooks.md has no code after: ${line}`)
  return block
}

interface Language {
  readonly name: string
  /** Tests whether the language is installed. */
  readonly probe: readonly [string, ...Array<string>]
  readonly files: () => Record<string, string>
  /** Prints `true` or `false` on a line for each of the deliveries in `deliveries.json`. */
  readonly run: readonly [string, ...Array<string>]
}

const languages: ReadonlyArray<Language> = [
  {
    name: "Python",
    probe: ["python3", "--version"],
    files: () => ({
      "main.py": `${blockAfter("Python, without a library:")}
import json
for one in json.load(open("deliveries.json")):
    print(str(verify(one["secret"], one["headers"], one["body"].encode())).lower())`
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
	var deliveries []struct {
		Secret, Body string
		Headers      map[string]string
	}
	content, err := os.ReadFile("deliveries.json")
	if err == nil {
		err = json.Unmarshal(content, &deliveries)
	}
	if err != nil {
		panic(err)
	}
	for _, one := range deliveries {
		header := http.Header{}
		for name, value := range one.Headers {
			header.Set(name, value)
		}
		fmt.Println(hooks.Verify(one.Secret, header, []byte(one.Body)))
	}
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
JSON.parse(File.read("deliveries.json")).each { |one| puts verify(one["secret"], one["headers"], one["body"]) }`
    }),
    run: ["ruby", "main.rb"]
  },
  {
    name: "PHP",
    probe: ["php", "--version"],
    files: () => ({
      "main.php": `<?php
${blockAfter("PHP, without a library;")}
foreach (json_decode(file_get_contents("deliveries.json"), true) as $one) {
    echo json_encode(verify($one["secret"], $one["headers"], $one["body"])), "\\n";
}`
    }),
    run: ["php", "main.php"]
  }
]

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
const other = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
const body = `{"title":"Größe 你好"}\n`
const id = "evt_01m80ma4scesxaqdzshdpa13et"

/** The headers of a delivery signed with these secrets this many seconds ago. */
const signed = ([current, previous]: readonly [current: string, previous?: string], age = 0) => {
  const timestamp = Math.floor(Date.now() / 1000) - age
  const key = (value: string) => signingKey(Redacted.make(value))
  const keys = [key(current), previous === undefined ? undefined : key(previous)] as const
  const headers: Record<string, string> = signatureHeaders(keys, id, timestamp, body)
  return { ...headers, "webhook-timestamp": String(timestamp) }
}

interface Case {
  readonly what: string
  readonly holds: boolean
  readonly headers: Record<string, string>
  readonly body?: string
}

const cases: ReadonlyArray<Case> = [
  { what: "signed with the secret", holds: true, headers: signed([secret]) },
  { what: "signed with two during a rotation", holds: true, headers: signed([other, secret]) },
  { what: "signed by somebody else", holds: false, headers: signed([other]) },
  { what: "with another body", holds: false, headers: signed([secret]), body: `${body} ` },
  { what: "with another id", holds: false, headers: { ...signed([secret]), "webhook-id": "evt_other" } },
  { what: "ten minutes old", holds: false, headers: signed([secret], 600) },
  { what: "of the future", holds: false, headers: signed([secret], -600) },
  { what: "with a time that is none", holds: false, headers: { ...signed([secret]), "webhook-timestamp": "soon" } },
  { what: "without a signature", holds: false, headers: { ...signed([secret]), "webhook-signature": "" } },
  { what: "without the headers", holds: false, headers: {} }
]

/** Runs a program in a folder with these files; returns its output. */
const printed = (
  files: Record<string, string>,
  [program, ...args]: Language["run"],
  env: Record<string, string> = {}
) => {
  const folder = mkdtempSync(join(tmpdir(), "trunkline-verify-"))
  try {
    for (const [file, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), content)
    }
    return execFileSync(program, args, { cwd: folder, env: { ...process.env, ...env } })
      .toString()
      .trim()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

describe("A delivery is verified without a library, as docs/webhooks.md says, in", () => {
  for (const { files, name, probe, run } of languages) {
    const [program, ...flags] = probe
    it.skipIf(spawnSync(program, flags).status !== 0)(name, () => {
      const deliveries = JSON.stringify(cases.map((one) => ({ secret, body, ...one })))
      const found = printed({ ...files(), "deliveries.json": deliveries }, run).split("\n")
      assert.deepStrictEqual(
        cases.map(({ what }, index) => [what, found[index]]),
        cases.map(({ holds, what }) => [what, String(holds)])
      )
    })
  }

  it("a shell", () => {
    const headers = signed([secret])
    const env = { SECRET: secret, ID: id, TIMESTAMP: headers["webhook-timestamp"] }
    const run = ["sh", "-c", blockAfter("Shell, with the body")] as const
    assert.strictEqual(`v1,${printed({ "body.json": body }, run, env)}`, new Headers(headers).get("webhook-signature"))
  })
})
