import { assert, it } from "@effect/vitest"
import { ticketLinkIn } from "../../../../channels/chat/desk/ticketLinkIn.ts"

it("reads the brand and number from the URL of a ticket's page", () => {
  assert.deepStrictEqual(ticketLinkIn("https://desk.example", "https://desk.example/b/acme/t/12"), {
    slug: "acme",
    number: 12
  })
  assert.deepStrictEqual(ticketLinkIn("https://a.example/desk", "https://a.example/desk/b/acme/t/12/?x=1#y"), {
    slug: "acme",
    number: 12
  })
})

it("ignores other hosts, schemes, ports and pages", () => {
  for (const address of [
    "https://desk.example.evil/b/acme/t/12",
    "http://desk.example/b/acme/t/12",
    "https://desk.example:8443/b/acme/t/12",
    "https://desk.example/b/acme/t/12/edit",
    "https://desk.example/b/acme/t/",
    "https://desk.example/x/b/acme/t/12",
    "not an address"
  ])
    assert.isUndefined(ticketLinkIn("https://desk.example", address), address)
})
