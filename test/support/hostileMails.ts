import { deflateRawSync } from "node:zlib"
import { message } from "./message.ts"

/** A mail that contains this HTML. */
export const html = (page: string) => message({ headers: "Content-Type: text/html; charset=utf-8\r\n", body: page })

const multipart = (body: string, boundary = "b") =>
  message({ headers: `Content-Type: multipart/mixed; boundary=${boundary}\r\n`, body })
const nested = (depth: number, innermost: string) =>
  Array.from({ length: depth }, (_, n) => `Content-Type: multipart/mixed; boundary="b${n}"\r\n\r\n--b${n}\r\n`).join(
    ""
  ) + innermost
const encoded = (type: string, bytes: Buffer) =>
  message({
    headers: `Content-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\n`,
    body: bytes.toString("base64").replace(/.{76}/g, "$&\r\n")
  })

/** Mails made to break parsers, one byte per character. */
export const hostileMails: Record<string, string> = {
  "twenty thousand parts": message({
    headers: "Content-Type: multipart/mixed; boundary=b\r\n",
    body: "--b\r\n\r\nx\r\n".repeat(20_000)
  }),
  "fifty thousand nested tags": html("<div>".repeat(50_000)),
  "a million open tags": html("<a".repeat(1_000_000)),
  "a million references": html("&a".repeat(1_000_000)),
  "two megabytes of header": message({ headers: `X-A: ${"y".repeat(70)}\r\n`.repeat(27_000) }),
  "boundaries without end": Array.from(
    { length: 3_000 },
    (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`
  ).join(""),
  "five megabytes of tables": html("<table><tr><td>x</td></tr></table>".repeat(150_000)),
  "half a million addresses": message({ headers: `To: ${"a@b.example,".repeat(500_000)}\r\n` }),
  "nine megabytes of short lines": message({ body: "ж\n".repeat(3_000_000) }),
  "flowing empty lines": message({
    headers: "Content-Type: text/plain; format=flowed\r\n",
    body: "\n".repeat(4_000_000)
  }),
  "many parts of text": message({
    headers: "Content-Type: multipart/mixed; boundary=b\r\n",
    body: `--b\r\n\r\n${"ж".repeat(1_000_000)}\r\n`.repeat(12)
  }),
  "HTML whose every tag closes another one": html("<p><b></i>".repeat(100_000)),
  "a line of eight megabytes": message({ body: "x".repeat(8_000_000) }),
  "nine megabytes of base64 in one line": message({
    headers: "Content-Transfer-Encoding: base64\r\n",
    body: "QUJD".repeat(2_250_000)
  }),
  "a hundred thousand encoded words": message({ headers: `X-A: y\r\nTo: ${"=?utf-8?Q?a?= ".repeat(100_000)}\r\n` }),
  "parameters without end": message({ headers: `Content-Type: text/plain${'; name*0="a"'.repeat(20_000)}\r\n` }),
  "comments without end": message({ headers: `Content-Transfer-Encoding: ${"(".repeat(200_000)}\r\n` }),
  "a megabyte of white space": message({ body: `${" \n".repeat(500_000)}end${" ".repeat(1_000_000)}` }),
  "ten thousand parts, each a multipart": multipart(
    '--b\r\nContent-Type: multipart/mixed; boundary="c"\r\n\r\n--c\r\n\r\nx\r\n--c--\r\n'.repeat(10_000)
  ),
  "messages within messages": `${"Content-Type: message/rfc822\r\n\r\nFrom: a@b.example\r\n".repeat(3_000)}\r\nx\r\n`,
  "one boundary for all multiparts": message({
    headers: "Content-Type: multipart/mixed; boundary=b\r\n",
    body: "--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n".repeat(2_000)
  }),
  "a boundary that never comes": multipart("x\r\n".repeat(100_000)),
  "an empty boundary": multipart("--\r\n\r\nx\r\n".repeat(20_000), '""'),
  "a boundary of a pattern": multipart("--(a+)+$\r\n\r\nx\r\n".repeat(1_000), '"(a+)+$"'),
  "a boundary as long as a header": multipart("--x\r\n", `"${"b".repeat(100_000)}"`),
  "boundaries that begin like each other": message({
    headers: "Content-Type: multipart/mixed; boundary=b\r\n",
    body: `--b\r\nContent-Type: multipart/mixed; boundary=b-\r\n\r\n${"--b-\r\n\r\nx\r\n--b--\r\n".repeat(5_000)}`
  }),
  "an inner multipart that nobody closes": multipart(
    `--b\r\n${nested(100, "\r\nx\r\n")}--b\r\nContent-Disposition: attachment; filename=a.txt\r\n\r\nhello\r\n--b--\r\n`
  ),
  "NUL in every place": message({
    subject: "a\0b",
    headers: "X-\0: \0\r\nContent-Type: text/\0plain; name=\0\r\n\0: x\r\n",
    body: `${"\0".repeat(100_000)}end`
  }),
  "NUL in what names a charset, a file and who signed it": message({
    headers: [
      "DKIM-Signature: v=1; a=rsa-sha256; d=north\0.example; s=a\0b; h=from; bh=AAAA; b=AAAA",
      "References: <a\0b@north.example>",
      'Content-Type: multipart/mixed; boundary="b"',
      ""
    ].join("\r\n"),
    body: [
      "--b",
      'Content-Type: text/plain; charset="us-as\0cii"',
      "",
      "\xe9",
      "--b",
      'Content-Type: image/p\0ng; name="a\0b.png"',
      'Content-Disposition: at\0tachment; filename="a\0b.png"',
      "Content-ID: <c\0d>",
      "",
      "x",
      "--b--"
    ].join("\r\n")
  }),
  "bytes of no charset in every field": message({
    subject: "\xff\xfe\x80 \xc3(",
    from: '"\xff\xe4\xf6" <ines@north.example>',
    headers: `To: \xe4\xf6\xfc\r\nContent-Type: text/plain; charset=\xff\xfe\r\nContent-Disposition: attachment; filename=\x80\x81\r\n`,
    body: "\xff".repeat(100_000)
  }),
  "charsets that nobody has": message({
    headers: `Content-Type: text/plain; charset="${"x-".repeat(10_000)}"\r\nContent-Transfer-Encoding: ${"quoted-".repeat(5_000)}\r\n`
  }),
  "shifts of ISO-2022 without end": message({
    headers: "Content-Type: text/plain; charset=iso-2022-jp\r\n",
    body: "\x1b$B\x1b(B".repeat(400_000)
  }),
  "quoted-printable that is only marks": message({
    headers: "Content-Transfer-Encoding: quoted-printable\r\n",
    body: "=".repeat(3_000_000)
  }),
  "a file that unpacks to gigabytes": encoded(
    "application/zip; name=bomb.zip",
    deflateRawSync(Buffer.alloc(50_000_000))
  ),
  "a winmail.dat of gigabytes, as it says": encoded(
    "application/ms-tnef; name=winmail.dat",
    Buffer.concat([Buffer.from("789f3e2200000102900600ffffff7f", "hex"), Buffer.alloc(10_000)])
  ),
  "signed messages within signed messages": encoded(
    "application/pkcs7-mime; smime-type=signed-data; name=smime.p7m",
    Buffer.from("3084".repeat(50_000), "hex")
  ),
  "uuencoded files without end": message({ body: "begin 644 a\r\nM".repeat(100_000) }),
  "a Message-ID of a megabyte": message({
    id: `${"x".repeat(1_000_000)}@y.example`,
    headers: `References: ${"<a@b> ".repeat(30_000)}\r\n`
  }),
  "a header of five megabytes, too much for either reader": message({
    headers: `${`X-A: ${"y".repeat(900)}\r\n`.repeat(5_500)}Content-Type: multipart/mixed; boundary=b\r\n`,
    body: "--b\r\n\r\nx\r\n--b--\r\n"
  }),
  "a header that nothing ends": `From: ines@north.example\r\n${"X-Y: z\r\n".repeat(10_000)}`,
  "nothing but a sender": "From: ines@north.example\r\n\r\n",
  "lines that end in every way": message({ body: "a\rb\nc\r\r\nd\n\re\r\n".repeat(10_000) })
}
