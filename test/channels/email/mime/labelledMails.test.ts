import { assert, beforeAll, describe, it } from "@effect/vitest"
import { readBody } from "../../../../channels/email/mime/readBody.ts"
import { readHead } from "../../../../channels/email/mime/readHead.ts"
import { type LabelledMail, labelledMails } from "../../../support/labelledMails.ts"

const read = async (mail: LabelledMail) => {
  const head = readHead(mail.raw, mail.sender.email)
  const { body } = await readBody({ source: { bytes: mail.raw }, folder: "", returnPath: mail.sender.email })
  const same = (text: string) => text.replace(/\s+/g, " ").trim()
  const files = body.files.map(({ filename, sha256 }) => ({ filename, sha256 }))
  const right = {
    kind: head.kind === "human",
    sender: head.sender?.email === mail.sender.email && head.sender.name === mail.sender.name,
    title: head.subject === mail.title,
    text: same(body.text) === same(mail.text),
    files: JSON.stringify(files) === JSON.stringify(mail.files)
  }
  return { name: mail.name, right }
}

describe("Real-world mail with known contents", () => {
  const found: Array<Awaited<ReturnType<typeof read>>> = []
  beforeAll(async () => {
    for (const mail of labelledMails()) found.push(await read(mail))
  })

  const missed = (what: (right: (typeof found)[number]["right"]) => boolean) =>
    found.filter(({ right }) => !what(right)).map(({ name }) => name)
  const atMost = (share: number, names: ReadonlyArray<string>) =>
    assert.isAtMost(names.length / found.length, share, names.slice(0, 20).join("\n"))

  it("consists of several hundred mails, in seventeen languages", () => {
    assert.isAtLeast(found.length, 400)
  })

  it("has its sender and its class recognized, always", () => {
    assert.deepStrictEqual(
      missed(({ kind, sender }) => kind && sender),
      []
    )
  })

  it("has its title, its text and its files recognized, in 99 of 100 mails", () => {
    atMost(
      0.01,
      missed(({ title }) => title)
    )
    atMost(
      0.01,
      missed(({ text }) => text)
    )
    atMost(
      0.01,
      missed(({ files }) => files)
    )
  })

  it("has all of that recognized, in 98.5 of 100 mails", () => {
    atMost(
      0.015,
      missed((right) => Object.values(right).every((one) => one))
    )
  })
})
