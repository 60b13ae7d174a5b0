import { globSync, readFileSync } from "node:fs"
import { basename } from "node:path"
import { htmlToText } from "../../channels/email/mime/htmlToText.ts"
import type { AnsweringMail } from "../../channels/email/reply/visibleReply.ts"

/** A reply, and the part of it that a reader should see. */
export interface ReplyFixture {
  readonly name: string
  readonly mail: AnsweringMail
  readonly visible: string
}

const cutMark = "✂"
const htmlMark = "<!--✂-->"

/**
 * The replies in a folder of `test/fixtures/replies`. In its files, `=== ` starts a reply, `# ` below it is a subject, a line
 * with scissors ends the visible part, and `--- html` starts its HTML. Without text, the text is derived from the HTML, in
 * which the scissors are a comment. Without scissors, everything is visible.
 */
export const replyFixtures = (folder: string): ReadonlyArray<ReplyFixture> =>
  globSync(`test/fixtures/replies/${folder}/*.txt`)
    .sort()
    .flatMap((file) =>
      readFileSync(file, "utf8")
        .split(/^=== /m)
        .slice(1)
        .map((source) => fixture(basename(file, ".txt"), source))
    )

const fixture = (file: string, source: string): ReplyFixture => {
  const [heading = "", ...rest] = source.split("\n")
  const subject = rest[0]?.startsWith("# ") === true ? rest.shift()?.slice(2) : undefined
  const [written = "", page] = rest.join("\n").split("--- html\n", 2)
  const html = page?.replace(htmlMark, "")
  const text = written === "" ? htmlToText(html ?? "") : written.replace(`${cutMark}\n`, "")
  const visible =
    written === "" ? htmlToText(page?.split(htmlMark, 1)[0] ?? "") : (written.split(`${cutMark}\n`, 1)[0] ?? "")
  return {
    name: `${file}: ${heading}`,
    mail: { text, html, subject },
    visible: visible.replace(/^\s*\n/, "").trimEnd()
  }
}
