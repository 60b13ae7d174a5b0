import { createHash } from "node:crypto"
import { legacyBytes } from "./legacyBytes.ts"

/** A mail, and what a parser must find in it. */
export interface LabelledMail {
  readonly name: string
  readonly raw: Uint8Array
  readonly sender: { readonly email: string; readonly name: string }
  readonly title: string
  /** The sender's own text; white space does not matter. */
  readonly text: string
  readonly files: ReadonlyArray<{ readonly filename: string; readonly sha256: string }>
}

/** Everyday texts, and the legacy charset in which programs of their country wrote or still write them. */
const letters = [
  ["english", "us-ascii", "Ines Roth", "Invoice 77 names the wrong company", "Please correct the address.", "invoice"],
  ["german", "iso-8859-1", "Jörg Müßig", "Rechnung für größere Stückzahl", "Bitte prüfen Sie die Größe.", "Übersicht"],
  ["french", "windows-1252", "Zoé Lefèvre", "Où est ma commande à 5 € ?", "Le colis n’est pas arrivé.", "reçu œuvre"],
  ["polish", "iso-8859-2", "Łukasz Żółć", "Zamówienie jest źle opisane", "Proszę o poprawę.", "załącznik"],
  ["czech", "windows-1250", "Jiří Dvořák", "Špatná faktura č. 77", "Prosím o opravu údajů.", "příloha"],
  ["russian", "koi8-r", "Инесса Рот", "Где мой заказ № 77".replace("№", "No"), "Прошу исправить адрес.", "счёт"],
  ["ukrainian", "windows-1251", "Їжак Ґедзь", "Рахунок № 77 з помилкою", "Виправте, будь ласка.", "рахунок"],
  ["greek", "iso-8859-7", "Ελένη Παππά", "Πού είναι η παραγγελία μου", "Διορθώστε τη διεύθυνση.", "τιμολόγιο"],
  ["turkish", "iso-8859-9", "Gökçe Işık", "Siparişim gelmedi", "Lütfen adresi düzeltin.", "fatura ığşç"],
  ["hebrew", "windows-1255", "דנה כהן", "איפה ההזמנה שלי", "נא לתקן את הכתובת.", "חשבונית"],
  ["arabic", "windows-1256", "ليلى حداد", "أين طلبي رقم 77", "يرجى تصحيح العنوان.", "فاتورة"],
  ["thai", "windows-874", "มาลี ใจดี", "สินค้ายังไม่มาถึง", "กรุณาแก้ไขที่อยู่", "ใบแจ้งหนี้"],
  ["japanese, 7 bits", "iso-2022-jp", "山田花子", "請求書の会社名が違います", "住所を訂正してください。", "請求書"],
  ["japanese", "shift_jis", "佐藤一郎", "注文はどこですか", "ご確認ください。", "注文書"],
  ["chinese, simplified", "gb18030", "王小明", "发票上的公司名称不对", "请更正地址。", "发票"],
  ["chinese, traditional", "big5", "林美玲", "發票上的公司名稱不對", "請更正地址。", "發票"],
  ["korean", "euc-kr", "김하늘", "주문이 아직 오지 않았습니다", "주소를 고쳐 주세요.", "청구서"]
] as const

/** How a text part is transmitted: in its country's charset or in UTF-8, and in which encoding. */
const ways = [
  { charset: "own", encoding: "8bit" },
  { charset: "own", encoding: "quoted-printable" },
  { charset: "utf-8", encoding: "base64" }
] as const
type Way = (typeof ways)[number]

interface Writing {
  readonly charset: string
  readonly encoding: Way["encoding"]
  readonly text: string
  readonly filename: string
}

const pdf = Buffer.from("%PDF-1.7\nnot a page\n%%EOF\n")
const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex")

/** Body structures as real mail programs build them, by the files that they contain. */
const shapes: Record<
  string,
  (writing: Writing) => { readonly body: Buffer; readonly files: ReadonlyArray<readonly [string, Buffer]> }
> = {
  "text alone": (writing) => ({ body: plain(writing), files: [] }),
  "text and HTML": (writing) => ({ body: multipart("alternative", "a1", plain(writing), html(writing)), files: [] }),
  "HTML alone": (writing) => ({ body: html(writing), files: [] }),
  "a file beside": (writing) => ({
    body: multipart(
      "mixed",
      "m1",
      multipart("alternative", "a1", plain(writing), html(writing)),
      file(writing, "star")
    ),
    files: [[`${writing.filename}.pdf`, pdf]]
  }),
  "a file named as Outlook and Gmail do": (writing) => ({
    body: multipart("mixed", "m1", plain(writing), file(writing, "words"), picture("attachment")),
    files: [
      [`${writing.filename}.pdf`, pdf],
      ["photo.png", png]
    ]
  }),
  "a picture in the text": (writing) => ({
    body: multipart(
      "related",
      "r1",
      multipart("alternative", "a1", plain(writing), html(writing, '<img src="cid:photo@north">')),
      picture("inline")
    ),
    files: [["photo.png", png]]
  }),
  "text around a picture, as Apple's": (writing) => ({
    body: multipart("mixed", "m1", plain(writing), picture("inline"), plain({ ...writing, text: "P.S. 77" })),
    files: [["photo.png", png]]
  }),
  "behind a preamble, closed late, in lower case": (writing) => {
    const inner = multipart("alternative", "a1", plain(writing), html(writing)).toString("latin1")
    const body = `content-type: multipart/mixed; boundary=m1\r\n\r\nThis is a multi-part message.\r\n--m1\r\n${inner}\r\n--m1--\r\n\r\n`
    return { body: Buffer.from(body, "latin1"), files: [] }
  }
}

/** About four hundred mails: every letter in every shape, transmitted every way. */
export const labelledMails = (): ReadonlyArray<LabelledMail> =>
  letters.flatMap(([language, own, name, title, said, stem], person) =>
    Object.entries(shapes).flatMap(([shape, build]) =>
      ways.map(({ charset: kind, encoding }) => {
        const charset = kind === "own" ? own : kind
        const text = [title, said, "https://acme.example/77?a=1&b=2"].join("\r\n\r\n")
        const { body, files } = build({ charset, encoding, text, filename: stem })
        const email = `person-${person}@north.example`
        const head = [
          `From: ${words(name, charset)} <${email}>`,
          "To: support@acme.example",
          `Subject: ${words(title, charset)}`,
          "Date: Fri, 20 Nov 2026 10:00:00 +0000",
          `Message-ID: <${person}.${shape.length}.${encoding}@north.example>`,
          "MIME-Version: 1.0",
          ""
        ].join("\r\n")
        return {
          name: `${language}, ${shape}, ${charset} in ${encoding}`,
          raw: new Uint8Array(Buffer.concat([Buffer.from(head), body])),
          sender: { email, name },
          title,
          text: shape.startsWith("text around") ? `${text} P.S. 77` : text,
          files: files.map(([filename, bytes]) => ({
            filename: filename.normalize("NFC"),
            sha256: createHash("sha256").update(bytes).digest("hex")
          }))
        }
      })
    )
  )

const encoded = (charset: string, text: string) =>
  charset === "utf-8" ? Buffer.from(text) : legacyBytes(charset, text)

/** Encoded words (RFC 2047) of a few characters each, alternately B and Q; ASCII as it is. */
const words = (text: string, charset: string) =>
  /^[ -~]*$/.test(text)
    ? text
    : (text.match(/.{1,9}/gu) ?? [])
        .map((piece, n) => {
          const bytes = encoded(charset, piece)
          const q = [...bytes].map((byte) => (byte === 0x20 ? "_" : `=${hex(byte)}`)).join("")
          return n % 2 === 0 ? `=?${charset}?B?${bytes.toString("base64")}?=` : `=?${charset}?Q?${q}?=`
        })
        .join("\r\n ")

const hex = (byte: number) => byte.toString(16).toUpperCase().padStart(2, "0")

const part = (head: ReadonlyArray<string>, content: Buffer) =>
  Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), content])

const textPart = (type: string, { charset, encoding }: Writing, text: string) =>
  part(
    [`Content-Type: ${type}; charset="${charset}"`, `Content-Transfer-Encoding: ${encoding}`],
    transferred(encoding, encoded(charset, text))
  )

const plain = (writing: Writing) => textPart("text/plain", writing, writing.text)

const html = (writing: Writing, more = "") => {
  const lines = writing.text.split("\r\n\r\n").map((line) => `<p>${line.replaceAll("&", "&amp;")}</p>`)
  return textPart("text/html", writing, `<html><body>${lines.join("\r\n")}${more}</body></html>`)
}

const transferred = (encoding: Way["encoding"], bytes: Buffer): Buffer => {
  if (encoding === "8bit") return bytes
  if (encoding === "base64") return Buffer.from((bytes.toString("base64").match(/.{1,76}/g) ?? []).join("\r\n"))
  const lines = [""]
  for (const byte of bytes) {
    const last = lines.length - 1
    const line = lines[last] ?? ""
    if (byte === 0x0a) lines.push("")
    else if (byte !== 0x0d)
      if (line.length > 70) {
        lines[last] = `${line}=`
        lines.push(quoted(byte))
      } else lines[last] = line + quoted(byte)
  }
  return Buffer.from(lines.join("\r\n"))
}
const quoted = (byte: number) =>
  byte > 0x20 && byte < 0x7f && byte !== 0x3d ? String.fromCharCode(byte) : `=${hex(byte)}`

const multipart = (kind: string, boundary: string, ...parts: ReadonlyArray<Buffer>) =>
  part(
    [`Content-Type: multipart/${kind}; boundary="${boundary}"`],
    Buffer.concat([
      ...parts.flatMap((one) => [Buffer.from(`--${boundary}\r\n`), one, Buffer.from("\r\n")]),
      Buffer.from(`--${boundary}--\r\n`)
    ])
  )

/** A file whose name is encoded by RFC 2231, or in encoded words, which no standard allows and everyone writes. */
const file = ({ charset, filename }: Writing, naming: "star" | "words") => {
  const full = `${filename}.pdf`
  const percent = [...encoded(charset, full)].map((byte) => `%${hex(byte)}`).join("")
  const head =
    naming === "star"
      ? ["Content-Type: application/pdf", `Content-Disposition: attachment; filename*=${charset}''${percent}`]
      : [
          `Content-Type: application/pdf; name="${words(full, charset)}"`,
          `Content-Disposition: attachment; filename="${words(full, charset)}"`
        ]
  return part([...head, "Content-Transfer-Encoding: base64"], transferred("base64", pdf))
}

const picture = (disposition: string) =>
  part(
    [
      'Content-Type: image/png; name="photo.png"',
      `Content-Disposition: ${disposition}; filename="photo.png"`,
      "Content-ID: <photo@north>",
      "Content-Transfer-Encoding: base64"
    ],
    transferred("base64", png)
  )
