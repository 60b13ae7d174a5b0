import * as fc from "fast-check"

const json = { "content-type": "application/json" }
const deep = (levels: number) => `{"a":${"[".repeat(levels)}${"]".repeat(levels)}}`
const bytes = (...values: ReadonlyArray<number>) => new Uint8Array([123, 34, 97, 34, 58, 34, ...values, 34, 125])

/** Bodies that no endpoint accepts, with the code of the refusal. */
export const brokenBodies: ReadonlyArray<
  readonly [what: string, body: string | Uint8Array, headers: Record<string, string>, code: string]
> = [
  ["no JSON", "hello", json, "malformed_json"],
  ["half an object", '{"a":', json, "malformed_json"],
  ["an array", "[]", json, "malformed_json"],
  ["null", "null", json, "malformed_json"],
  ["a string", '"x"', json, "malformed_json"],
  ["NaN", '{"a":NaN}', json, "malformed_json"],
  ["a comment", "{}//x", json, "malformed_json"],
  ["trailing junk", "{}}", json, "malformed_json"],
  ["a byte order mark", "\ufeff{}", json, "malformed_json"],
  ["invalid UTF-8", bytes(0xff, 0xfe), json, "malformed_json"],
  ["an overlong encoding", bytes(0xc0, 0x80), json, "malformed_json"],
  ["an encoded surrogate", bytes(0xed, 0xa0, 0x80), json, "malformed_json"],
  ["65 levels", deep(65), json, "malformed_json"],
  ["100000 levels", deep(100_000), json, "malformed_json"],
  ["10001 entries", `{"a":[${"1,".repeat(10_000)}1]}`, json, "malformed_json"],
  ["U+0000", '{"a":"\\u0000"}', json, "validation_failed"],
  ["U+0000 in a key", '{"\\u0000":1}', json, "validation_failed"],
  ["a lone surrogate", '{"a":"\\ud800"}', json, "validation_failed"],
  ["an integer beyond 2^53", '{"a":9007199254740993}', json, "validation_failed"],
  ["a number beyond a double", '{"a":1e999}', json, "validation_failed"],
  ["another media type", "a=b", { "content-type": "application/x-www-form-urlencoded" }, "unsupported_media_type"],
  ["no media type", "{}", { "content-type": "" }, "unsupported_media_type"],
  ["a compressed body", "{}", { ...json, "content-encoding": "gzip" }, "unsupported_media_type"],
  ["more than two MiB", `{"a":"${"x".repeat(2 * 1024 * 1024)}"}`, json, "payload_too_large"]
]

const form = { "content-type": "multipart/form-data; boundary=x" }
const part = (head: string, content = "x") => `--x\r\n${head}\r\n\r\n${content}\r\n`
const file = 'Content-Disposition: form-data; name="file"; filename="a.txt"'

/** Forms that no upload accepts. */
export const brokenForms: ReadonlyArray<
  readonly [what: string, body: string | Uint8Array, headers: Record<string, string>]
> = [
  ["no boundary", "x", { "content-type": "multipart/form-data" }],
  ["nothing", "", form],
  ["no part", "--x--\r\n", form],
  ["a part without end", part(file), form],
  ["no file", `${part('Content-Disposition: form-data; name="other"')}--x--\r\n`, form],
  ["two files", `${part(file)}${part(file)}--x--\r\n`, form],
  ["a file without a name for its part", `${part('Content-Disposition: attachment; filename="a.txt"')}--x--\r\n`, form],
  ["a part without header", `${part("X: y")}--x--\r\n`, form],
  ["a part whose headers do not end", "--x\r\nX: y\r\n--x--\r\n", form],
  ["a part of headers alone", "--x\r\nX: y\r\n\r\n--x--\r\n", form],
  ["a part of nothing", "--x\r\n\r\n--x--\r\n", form],
  ["a million header bytes", `${part(`${file}\r\nX: ${"y".repeat(1_000_000)}`)}--x--\r\n`, form],
  ["bytes that are no text", new Uint8Array(4096).fill(0xff), form],
  ["another boundary", `${part(file)}--x--\r\n`, { "content-type": "multipart/form-data; boundary=y" }],
  ["JSON", "{}", { "content-type": "application/json" }]
]

/** Any JSON value, including values that break programs that do not expect them. */
export const hostileJson = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<fc.JsonValue>(
    "",
    " ",
    "x".repeat(70_000),
    "a@b.example",
    "open",
    "'; drop table tickets --",
    "%",
    "\\",
    "\u202e",
    "\ud7ff\uffff",
    "😀".repeat(200),
    "2026-02-31",
    "9999-12-31T23:59:59.999+14:00",
    -1,
    0,
    -0,
    0.1,
    1e308,
    2 ** 31,
    2 ** 53 - 1,
    [],
    {},
    [null],
    [[]],
    { url: 1 },
    { constructor: { prototype: { polluted: true } } },
    JSON.parse('{"__proto__":{"polluted":true}}'),
    Array.from({ length: 1_100 }, (_, index) => index),
    JSON.parse(`${"[".repeat(60)}${"]".repeat(60)}`),
    "tag_01m893khb3f5bbmdqn6zazb1ra",
    "__proto__",
    null
  )
)

/** Values for query parameters. */
export const hostileText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }).filter((text) => text.isWellFormed()),
  fc.constantFrom(
    "",
    "all",
    "null",
    "a,b,,c",
    "\0",
    "%",
    "\\",
    "_",
    "a:*",
    "'",
    "!(a",
    "a & b | !c",
    "\ud7ff",
    "__proto__",
    "9".repeat(30),
    "-1",
    "1e3",
    "2026-01-01",
    "tkt_01m893khb3f5bbmdqn6zazb1ra",
    "evt_01m893khb3f5bbmdqn6zazb1ra",
    "x".repeat(4000),
    ",".repeat(300)
  )
)

/** Path segments in place of an id. Each must be treated like any unknown id, unless it is not a valid path at all. */
export const hostileIds = [
  "x",
  "tkt_01m893khb3f5bbmdqn6zazb1ra",
  "TKT_01M893KHB3F5BBMDQN6ZAZB1RA",
  "__proto__",
  "constructor",
  "%00",
  "%2F",
  "%ff",
  "%",
  "%zz",
  "..%2f..%2fetc%2fpasswd",
  "'%20or%201=1--",
  "%F0%9F%98%80",
  "x".repeat(300)
]

/** Headers that are wrong, or that only matter elsewhere. */
export const hostileHeaders: ReadonlyArray<Record<string, string>> = [
  { "if-match": "1" },
  { "if-match": '"x"' },
  { "if-match": '"99999999999999999999"' },
  { "idempotency-key": "" },
  { "idempotency-key": "a b" },
  { "idempotency-key": '""' },
  { "idempotency-key": "x".repeat(256) },
  { "idempotency-key": "a", "x-idempotency-key": "b" },
  { "trunkline-mode": "sandbox" },
  { "last-event-id": "__proto__" },
  { traceparent: "00-zz-zz-zz" },
  { origin: "https://evil.example" },
  { accept: "application/problem+json" },
  { range: "bytes=5-1" },
  { "content-encoding": "gzip" }
]
