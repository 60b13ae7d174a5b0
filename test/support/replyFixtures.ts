import { globSync, readFileSync } from "node:fs"
import { basename } from "node:path"
import { htmlToText } from "../../channels/email/mime/htmlToText.ts"
import type { AnsweringMail } from "../../channels/email/reply/visibleReply.ts"

/** A reply, and what of it a reader should see. */
export interface ReplyFixture {
  readonly name: string
  readonly mail: AnsweringMail
  readonly visible: string
}

const cutMark = "✂"
const htmlMark = "<!--✂-->"

/**
 * The replies of a folder of `test/fixtures/replies`. In its files `=== ` begins a reply, `# ` below it is a subject, a
 * line with scissors stands where the visible part ends, and `--- html` begins its HTML; without a text, the text is
 * made of the HTML and the scissors are a comment in it. Without scissors everything is visible.
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
