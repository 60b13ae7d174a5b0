import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { make } from "../../src/webhooks/Egress.ts"

const open = make([])
const home = make(["127.0.0.0/8", "::1/128", "10.1.0.0/16", "169.254.0.0/16", "fd00::/8"])
const everything = make(["::/0", "0.0.0.0/0"])

describe("allowsAddress", () => {
  const forbidden =
    `0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.255 169.254.169.254
    172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.192 192.0.2.1 192.88.99.1 192.168.0.1 198.18.0.1 198.19.255.255 198.51.100.7
    203.0.113.9 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 168.63.129.16 100.100.100.200
    :: ::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::127.0.0.1 64:ff9b::7f00:1 64:ff9b:1::1 100::1 2001::1 2001:db8::1 2002:7f00:1::
    3fff::1 4000::1 fc00::1 fd00:ec2::254 fe80::1 febf::1 fec0::1 ff02::1 5f00::1`.split(/\s+/)
  const allowed =
    `1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.1 100.63.255.255 100.128.0.1 126.255.255.255 128.0.0.1 172.15.255.255
    172.32.0.1 192.0.1.1 192.167.255.255 198.17.255.255 198.20.0.1 223.255.255.255 2001:200::1 2606:4700::1111 2a00:1450::1
    3ffe::1`.split(/\s+/)

  for (const address of forbidden) {
    it(`refuses ${address}`, () => assert.isFalse(open.allowsAddress(address, true)))
  }
  for (const address of allowed) {
    it(`allows ${address}, over TLS only`, () => {
      assert.isTrue(open.allowsAddress(address, true))
      assert.isFalse(open.allowsAddress(address, false))
    })
  }

  it("allows the operator's networks, over plain http too, and nothing beside them", () => {
    for (const address of ["127.0.0.1", "::1", "10.1.255.255", "fd12::1"]) {
      assert.isTrue(home.allowsAddress(address, false))
    }
    for (const address of ["10.2.0.1", "192.168.0.1", "8.8.8.8"]) assert.isFalse(home.allowsAddress(address, false))
  })

  it("never allows metadata services and link-local addresses, whatever is configured", () => {
    const never = ["169.254.169.254", "192.0.0.192", "fd00:ec2::254", "fe80::1", "0.0.0.0", "::", "100.100.100.200"]
    for (const address of never) assert.isFalse(everything.allowsAddress(address, true), address)
    for (const address of ["100.100.100.201", "fd00:ec2::255"]) assert.isTrue(everything.allowsAddress(address, true))
  })

  it("recognizes IPv4 addresses written as IPv6", () => {
    for (const address of ["::ffff:169.254.169.254", "::ffff:a9fe:a9fe", "::ffff:168.63.129.16", "::ffff:224.0.0.1"]) {
      assert.isFalse(everything.allowsAddress(address, true), address)
    }
    assert.isTrue(home.allowsAddress("::ffff:127.0.0.1", false))
    assert.isFalse(home.allowsAddress("::ffff:10.2.0.1", true))
  })

  it("refuses what is not an address", () => {
    for (const text of ["", "localhost", "1.2.3", "0x7f000001", "8.8.8.8:80"])
      assert.isFalse(open.allowsAddress(text, true))
  })
})

describe("judgeUrl", () => {
  const refused: ReadonlyArray<readonly [url: string, why: RegExp]> = [
    ["", /absolute https/],
    ["hook", /absolute https/],
    ["/hook", /absolute https/],
    ["//acme.example/hook", /absolute https/],
    ["ftp://acme.example/", /absolute https/],
    ["javascript:alert(1)", /absolute https/],
    ["http://acme.example/hook", /must be https/],
    ["http://8.8.8.8/hook", /must be https/],
    ["https://user@acme.example/", /user name/],
    ["https://:pw@acme.example/", /user name/],
    ["https://acme.example/#top", /fragment/],
    ["https://acme.example/a b", /spaces/],
    [" https://acme.example/", /spaces/],
    ["https://acme.example/\n", /spaces/],
    ["https://acme.example\\@127.0.0.1/", /backslashes/],
    ["https://acme.example/%0d%0aHost:x", /line break/],
    ["https://acme.example/%0A", /line break/],
    ["https://acme.example:25/", /port/],
    ["https://acme.example:1023/", /port/],
    ["https://localhost/", /public host, or one in a network that the operator has allowed/],
    ["https://LOCALHOST./", /public host/],
    ["https://intranet/", /public host, or one in a network that the operator has allowed/],
    ["https://printer.local/", /public host, or one in a network that the operator has allowed/],
    ["https://metadata.google.internal/", /public host/],
    ["https://api.default.svc/", /public host/],
    ["https://a.localhost/", /public host/],
    ["https://127.0.0.1/", /public address, or to a network that the operator has allowed/],
    ["https://127.1/", /public address/],
    ["https://2130706433/", /public address/],
    ["https://0x7f.1/", /public address/],
    ["https://017700000001/", /public address/],
    ["https://[::1]/", /public address, or to a network that the operator has allowed/],
    ["https://[::ffff:127.0.0.1]/", /public address/],
    ["https://[::ffff:7f00:1]/", /public address/],
    ["https://169.254.169.254/latest/meta-data", /public address$/],
    ["https://10.0.0.1./", /public address, or to a network that the operator has allowed/],
    ["https://①②⑦.0.0.1/", /public address/],
    [`https://acme.example/${"a".repeat(2048)}`, /2048 characters/]
  ]
  for (const [url, why] of refused) {
    it(`refuses ${url.slice(0, 60)}`, () => {
      const judged = open.judgeUrl(url)
      assert.match(Result.isFailure(judged) ? judged.failure : "accepted", why)
    })
  }

  for (const url of [
    "https://acme.example",
    "https://acme.example:8443/hook?x=1",
    "https://acme.example:80/",
    "https://8.8.8.8/",
    "https://[2606:4700::1111]/",
    "https://münchen.example/"
  ]) {
    it(`accepts ${url}`, () => assert.isTrue(Result.isSuccess(open.judgeUrl(url))))
  }

  it("accepts http and private hosts in networks that the operator allowed", () => {
    for (const url of [
      "http://127.0.0.1:4000/",
      "http://localhost:4000/hook",
      "http://[::1]:4000/",
      "http://hooks:8080/"
    ]) {
      assert.isTrue(Result.isSuccess(home.judgeUrl(url)), url)
    }
    for (const url of ["http://8.8.8.8/", "http://192.168.1.1/", "http://169.254.169.254/"]) {
      assert.isTrue(Result.isFailure(home.judgeUrl(url)), url)
    }
  })
})
