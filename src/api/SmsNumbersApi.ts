import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import {
  AlreadyExists,
  ChannelNotReady,
  IdempotencyInProgress,
  IdempotencyKeyReused,
  InvalidInput,
  LimitReached,
  NotFound,
  UpstreamFailed
} from "../domain/Problems.ts"
import { Access, CallersAllowed, CredentialLimits } from "./Access.ts"
import { permissions } from "./permissions.ts"
import { brandPath, idLike, Success } from "./Shapes.ts"
import {
  SmsNumber,
  SmsNumberCreate,
  SmsNumberUpdate,
  SmsPreview,
  SmsPreviewResult,
  SmsTest,
  SmsTestResult
} from "./SmsPayloads.ts"

const read = [NotFound, DatabaseUnavailable]
const command = [...read, IdempotencyKeyReused, IdempotencyInProgress]
const write = [...command, InvalidInput, AlreadyExists]
const path = { ...brandPath, numberId: idLike("num") }

export class SmsNumbersApi extends HttpApiGroup.make("smsNumbers")
  .add(
    HttpApiEndpoint.get("list", "/channels/sms", {
      params: brandPath,
      success: Schema.Array(SmsNumber),
      error: read
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List phone numbers",
        description: "Returns all numbers of the brand, oldest first."
      })
    ),
    HttpApiEndpoint.post("create", "/channels/sms", {
      params: brandPath,
      payload: SmsNumberCreate,
      success: SmsNumber.pipe(HttpApiSchema.status(201)),
      error: [...write, LimitReached]
    })
      .annotate(CallersAllowed, permissions.configure)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Add a phone number",
          description:
            "Text messages to the number become tickets, and agents' public comments are sent back as text messages. After adding it, set the number's webhook at Twilio to `inboundUrl`. A brand can have 50 numbers. 409 `already_exists`: a brand already has this number of this account."
        })
      ),
    HttpApiEndpoint.get("get", "/channels/sms/:numberId", {
      params: path,
      success: SmsNumber,
      error: read
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a phone number",
        description: "Includes whether it works and the last error. Secrets are never returned."
      })
    ),
    HttpApiEndpoint.patch("update", "/channels/sms/:numberId", {
      params: path,
      payload: SmsNumberUpdate,
      success: SmsNumber,
      error: write
    })
      .annotate(CallersAllowed, permissions.configure)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Change a phone number",
          description:
            "After you change `authToken`, the previous token stays valid for incoming requests for one more day, so you can rotate it without a gap."
        })
      ),
    HttpApiEndpoint.delete("delete", "/channels/sms/:numberId", {
      params: path,
      success: Success,
      error: command
    })
      .annotate(CallersAllowed, permissions.configure)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Remove a phone number",
          description:
            "Its tickets stay. Messages already received are processed first, which can take ten seconds; those that cannot be processed become `failed` in the inbound log. Unsent messages are suppressed, and requests from Twilio are answered with 404."
        })
      ),
    HttpApiEndpoint.post("test", "/channels/sms/:numberId/test", {
      params: path,
      payload: SmsTest,
      success: SmsTestResult,
      error: [...command, InvalidInput, ChannelNotReady, UpstreamFailed]
    })
      .annotate(CallersAllowed, permissions.configure)
      .annotate(CredentialLimits, ["bulk"])
      .annotateMerge(
        OpenApi.annotations({
          summary: "Send a test text message",
          description:
            "Sends one text message, which Twilio charges for, and checks where Twilio sends incoming messages. 409 `channel_not_ready`: the number is disabled or belongs to test mode, where messages never leave. 502 `upstream_failed`: the message says what Twilio answered."
        })
      ),
    HttpApiEndpoint.post("preview", "/channels/sms/preview", {
      params: brandPath,
      payload: SmsPreview,
      success: SmsPreviewResult,
      error: [...read, InvalidInput]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Preview the size of a text message",
        description:
          "Returns how many messages and segments a text needs. Nothing is sent or stored. Use it while someone is writing."
      })
    )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.read)
  .prefix("/v1/brands/:brandId")
  .annotateMerge(OpenApi.annotations({ title: "smsNumbers", description: "A brand's phone numbers at Twilio." })) {}
