import { assert, it } from "@effect/vitest"
import { isSlackHost } from "../../../channels/chat/isSlackHost.ts"

const real = "https://slack.com/api/"
const is = (url: string, apiUrl = real) => isSlackHost(new URL(url), apiUrl)

it("sends tokens to Slack only, and over TLS only", () => {
  for (const url of ["https://slack.com/x", "https://files.slack.com/files-pri/T1-F1/a.txt", "https://a.b.slack.com/"])
    assert.isTrue(is(url), url)
  for (const url of [
    "http://files.slack.com/x",
    "https://slack.com.evil.example/x",
    "https://evilslack.com/x",
    "https://evil.example/slack.com",
    "https://slack.com@evil.example/",
    "https://user:pw@slack.com/",
    "https://files.slack.com:8443/",
    "https://127.0.0.1/",
    "ftp://slack.com/"
  ])
    assert.isFalse(is(url), url)
})

it("accepts the Slack URL that the operator set, and no other on that machine", () => {
  const own = "http://127.0.0.1:4000/api/"
  assert.isTrue(is("http://127.0.0.1:4000/files-pri/x", own))
  assert.isFalse(is("http://127.0.0.1:4001/files-pri/x", own))
})
