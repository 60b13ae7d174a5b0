import { assert, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { openApiDocument } from "../../src/api/openApiDocument.ts"
import { admits } from "../support/admits.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { makeFixtures, targets } from "../support/hostileTargets.ts"
import { Installation } from "../support/Installation.ts"

const document = openApiDocument("https://desk.example")
const unknown = {
  member: "mem_01m893khb3f5bbmdqn6zazb1ra",
  tag: "tag_01m893khb3f5bbmdqn6zazb1ra",
  ticket: "tkt_01m893khb3f5bbmdqn6zazb1ra",
  upload: "att_01m893khb3f5bbmdqn6zazb1ra"
}
const ticketIds = [unknown.ticket]
const mail = { from: "ada@example.com", text: "Hello" }
const raw = Buffer.from("From: ada@example.com\r\nSubject: Hello\r\n\r\nHello").toString("base64")
const opened = { title: "Where is it?", customerEmail: "ada@example.com" }
const posted = { externalId: "m-1", sender: { email: "ada@example.com" }, text: "Hello" }
const file = { filename: "a.txt", contentType: "text/plain", url: "https://files.example/a.txt" }
const chat = { user: { id: "U0ADA" }, text: "Hello" }
const said = "1700000000.000100"

/**
 * For some operations: bodies that satisfy the rules about combinations of members, and bodies that break them, by what is
 * named.
 */
const cases: { readonly [operationId: string]: Cases } = {
  "tickets.bulk": {
    right: [
      { action: "assign", ticketIds, assigneeId: null },
      { action: "setCategory", ticketIds, categoryId: null },
      { action: "addTags", ticketIds, tags: ["late"] },
      { action: "removeTags", ticketIds, tagIds: [unknown.tag] },
      { action: "setStatus", ticketIds, status: "pending" },
      { action: "setPriority", ticketIds, priority: "high" },
      { action: "close", ticketIds },
      { action: "resolve", ticketIds, priority: "high" }
    ],
    wrong: [
      [{ action: "assign", ticketIds }, "assigneeId"],
      [{ action: "setCategory", ticketIds, assigneeId: null }, "categoryId"],
      [{ action: "setTags", ticketIds }, "tags"],
      [{ action: "setStatus", ticketIds }, "status"],
      [{ action: "setPriority", ticketIds, status: "pending" }, "priority"],
      [{ action: "close", ticketIds: [] }, "ticketIds"],
      [{ action: "close", ticketIds: [...ticketIds, ...ticketIds] }, "ticketIds"]
    ]
  },
  "tickets.create": {
    right: [
      opened,
      { title: "A", customerPhone: "+15550100", smsConsent: true },
      { ...opened, notifyCustomer: true },
      { ...opened, imported: { createdAt: "2020-01-01" }, notifyCustomer: false }
    ],
    wrong: [
      [{ title: "A" }, "customerEmail"],
      [{ title: "A", customerPhone: "+15550100" }, "smsConsent"],
      [{ title: "A", customerPhone: "+15550100", smsConsent: false }, "smsConsent"],
      [{ ...opened, numberId: "num_01m893khb3f5bbmdqn6zazb1ra" }, "numberId"],
      [{ ...opened, imported: { createdAt: "2020-01-01" }, notifyCustomer: true }, "notifyCustomer"]
    ]
  },
  "tickets.update": {
    right: [{ customFields: { a: 1 }, custom_fields: { a: 1 } }, { customFieldsPatch: { a: null } }, {}],
    wrong: [
      [{ customFieldsPatch: { a: 1 }, customFields: {} }, "customFieldsPatch"],
      [{ customFieldsPatch: { a: 1 }, custom_fields: {} }, "customFieldsPatch"]
    ]
  },
  "tickets.merge": { right: [{ sourceTicketIds: ticketIds }], wrong: [[{ sourceTicketIds: [] }, "sourceTicketIds"]] },
  "customers.merge": {
    right: [{ sourceCustomerIds: ["cus_01m893khb3f5bbmdqn6zazb1ra"] }],
    wrong: [[{ sourceCustomerIds: [] }, "sourceCustomerIds"]]
  },
  "tags.merge": { right: [{ sourceTagIds: [unknown.tag] }], wrong: [[{ sourceTagIds: [] }, "sourceTagIds"]] },
  "attachments.urls": { right: [{ ids: [unknown.upload] }], wrong: [[{ ids: [] }, "ids"]] },
  "comments.create": {
    right: [{ body: "Hello" }, { body: "", attachmentIds: [unknown.upload] }],
    wrong: [
      [{ body: "" }, "body"],
      [{ body: " \n" }, "body"],
      [{ body: "", attachmentIds: [] }, "body"]
    ]
  },
  "comments.update": {
    right: [{ body: "Hello" }],
    wrong: [[{ visibility: "internal" }, "visibility"]]
  },
  "portal.addComment": {
    right: [{ body: "Hello" }, { body: "", attachmentIds: [unknown.upload] }],
    wrong: [[{ body: "" }, "body"]]
  },
  "fields.create": {
    right: [
      { key: "size", label: "Size", type: "select", options: ["S", "M"] },
      { key: "note", label: "Note", type: "text" }
    ],
    wrong: [
      [{ key: "fit", label: "Fit", type: "select" }, "options"],
      [{ key: "fit", label: "Fit", type: "multiselect", options: [] }, "options"]
    ]
  },
  "fields.reorder": { right: [], wrong: [[{ keys: ["order", "order"] }, "keys[0]"]] },
  "statuses.create": {
    right: [
      { name: "Fresh", category: "open", isDefault: true },
      { name: "Parked", category: "pending", isDefault: false }
    ],
    wrong: [[{ name: "Elsewhere", category: "pending", isDefault: true }, "isDefault"]]
  },
  "webhooks.create": {
    right: [{ url: "https://hooks.example/a", events: ["ticket.*", "ticket.comment.created"] }],
    wrong: [
      [{ url: "https://hooks.example/a", events: [] }, "events"],
      [{ url: "https://hooks.example/a", events: ["ticket.created", "ticket.exploded"] }, "events[1]"]
    ]
  },
  "webhooks.test": { right: [], wrong: [[{ event: "ticket.*" }, "event"]] },
  "webhooks.replay": { right: [{ events: [] }], wrong: [[{ events: ["ticket.exploded"] }, "events[0]"]] },
  "accounts.createApiKey": {
    right: [{ name: "A" }, { name: "A", allBrands: true }, { name: "A", allBrands: true, brandIds: [] }],
    wrong: [
      [{ name: "A", allBrands: false }, "brandIds"],
      [{ name: "A", brandIds: [] }, "brandIds"]
    ]
  },
  "accounts.scopeApiKey": {
    right: [{ allBrands: true }],
    wrong: [
      [{ allBrands: false }, "brandIds"],
      [{ brandIds: [] }, "brandIds"]
    ]
  },
  "members.invite": {
    right: [
      { email: "new.agent@example.com", role: "agent" },
      { email: "new.admin@example.com", role: "admin", brandIds: [] }
    ],
    wrong: [
      [{ email: "none@example.com", role: "agent", allBrands: false }, "brandIds"],
      [{ email: "none@example.com", role: "member", brandIds: [] }, "brandIds"]
    ]
  },
  "members.setBrands": {
    right: [{ allBrands: true }],
    wrong: [[{ allBrands: false }, "brandIds"]]
  },
  "channelMessages.receive": {
    right: [posted, { ...posted, externalId: "m-2", text: "", attachments: [{ attachmentId: unknown.upload }] }],
    wrong: [
      [{ ...posted, sender: { name: "Ada" } }, "sender"],
      [{ ...posted, text: "" }, "text"],
      [{ ...posted, attachments: [{ filename: "a.txt" }] }, "attachments[0]"],
      [{ ...posted, attachments: [{ ...file, attachmentId: unknown.upload }] }, "attachments[0]"],
      [{ ...posted, attachments: [{ url: file.url, filename: "a.txt" }] }, "attachments[0].contentType"]
    ]
  },
  "test.inboundEmail": {
    right: [mail, { raw }],
    wrong: [
      [{ text: "Hello" }, "from"],
      [{ raw, subject: "Hello" }, "raw"],
      [{ ...mail, headers: { "not a name": "x" } }, "headers"],
      [{ ...mail, headers: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`X-${at}`, "x"])) }, "headers"]
    ]
  },
  "test.inboundChat": {
    right: [],
    wrong: [
      [{ ...chat, edit: true }, "messageId"],
      [{ ...chat, delete: true }, "messageId"],
      [{ ...chat, messageId: said, edit: true, delete: true }, "delete"]
    ]
  }
}

interface Cases {
  readonly right: ReadonlyArray<object>
  readonly wrong: ReadonlyArray<readonly [body: object, field: string]>
}

it("describes what a change of a workspace's channels and reactions must contain", () => {
  const channel = { channelId: "C1", role: "customer", trigger: "every_message" }
  const fits = (change: object) => admits(document, document["components"].schemas.SlackInstallationUpdate, change)
  for (const right of [{ mirror: "off" }, { role: "agent", mirror: "notes" }])
    assert.isTrue(fits({ channels: [{ ...channel, ...right }] }))
  assert.isFalse(fits({ channels: [{ ...channel, mirror: "notes" }] }))
  assert.isTrue(fits({ reactions: { white_check_mark: "resolve" } }))
  assert.isFalse(fits({ reactions: { ":eyes:": "assign" } }))
})

layer(site(), { excludeTestServices: true })("Rules about combinations of members", (it) => {
  it.effect("are the same in the document and the server", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { test } = yield* Installation
      const { at, credentials } = yield* makeFixtures
      const all = yield* targets
      for (const [operationId, { right, wrong }] of Object.entries(cases)) {
        const target = all.find((one) => one.operationId === operationId)
        if (target === undefined) return assert.fail(`${operationId} is no operation`)
        const { schema } =
          document["paths"][target.path][target.method.toLowerCase()].requestBody.content["application/json"]
        const own = operationId.startsWith("test.") ? { brandId: test.brand.id } : {}
        const asked = (body: object) =>
          ask(target.method as "POST", at(target), {
            key: credentials[target.credential],
            body: { ...own, ...body }
          })
        for (const body of right) {
          const what = `${operationId} ${JSON.stringify(body)}`
          assert.isTrue(admits(document, schema, { ...own, ...body }), `${what} is right`)
          const { json, status } = yield* asked(body)
          const codes = (json?.errors ?? []).map(({ code }: { code: string }) => code)
          if (status === 400) assert.notIncludeMembers(["required", "length", "too_many"], codes, what)
        }
        for (const [body, field] of wrong) {
          const what = `${operationId} ${JSON.stringify(body)}`
          assert.isFalse(admits(document, schema, { ...own, ...body }), `${what} is wrong`)
          const { json, status } = yield* asked(body)
          const fields = (json?.errors ?? []).map(({ field }: { field: string }) =>
            field.replace(/^(keys)\[1\]$/, "$1")
          )
          assert.deepStrictEqual([status, fields.includes(field)], [400, true], `${what}: ${json?.detail}`)
        }
      }
    })
  )
})
