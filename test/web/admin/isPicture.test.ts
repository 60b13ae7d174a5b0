import { assert, it } from "@effect/vitest"
import type { Attachment } from "../../../sdk/src/index.ts"
import { isPicture } from "../../../web/admin/src/tickets/isPicture.ts"

const moment = "2026-11-28T12:00:00.000Z"
const photo: Attachment = {
  ...{ id: "att_1", filename: "lamp.jpg", contentType: "image/jpeg", size: 2_000_000, status: "UPLOADED" },
  ...{ isInternal: false, createdAt: moment, updatedAt: moment }
}

it("shows photographs and screenshots inline", () => {
  for (const contentType of ["image/png", "IMAGE/JPEG", "image/gif", "image/webp"])
    assert.isTrue(isPicture({ ...photo, contentType }), contentType)
  assert.isTrue(isPicture({ ...photo, inline: true }))
  assert.isTrue(isPicture({ ...photo, scan: "clean" }))
})

it("shows nothing that may contain a script, or that browsers cannot render", () => {
  for (const contentType of ["image/svg+xml", "image/heic", "application/pdf", "text/html"])
    assert.isFalse(isPicture({ ...photo, contentType }), contentType)
})

it("leaves unscanned files, files too large to load unasked, and logos in signatures as downloads", () => {
  assert.isFalse(isPicture({ ...photo, scan: "pending" }))
  assert.isFalse(isPicture({ ...photo, scan: "blocked" }))
  assert.isFalse(isPicture({ ...photo, size: 10_000_001 }))
  assert.isFalse(isPicture({ ...photo, size: 20_000, inline: true }))
})
