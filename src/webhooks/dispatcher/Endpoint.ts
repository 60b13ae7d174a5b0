import { Latch } from "effect"
import type { ActorEntry } from "../../runtime/ActorRegistry.ts"
import type { Claimed, EndpointSettings } from "../DeliveryQueue.ts"
import { type EndpointState, initial } from "../EndpointState.ts"
import type { SigningKeys } from "../Signature.ts"
import { keysOf } from "../TestSender.ts"

/**
 * The state of one endpoint's actor. Only synchronous code changes it. Times are milliseconds of a monotonic clock.
 */
export class Endpoint {
  settings: EndpointSettings
  url: URL
  state: EndpointState
  /** Leased deliveries that wait for room in the window. */
  readonly handed: Array<{ readonly claimed: Claimed; readonly at: number }> = []
  /** There may be something to claim. */
  wanted = true
  /** When to look again without being woken. */
  wakeAt = Number.POSITIVE_INFINITY
  /** The webhook's rate limit allows no claim before this time. */
  pausedUntil = 0
  /** Unix milliseconds. No pending delivery was due earlier when the last sweep looked. */
  since = 0
  idleSince: number
  /** The webhook was deleted or disabled, so the actor ends. */
  retired = false
  readonly latch = Latch.makeUnsafe(true)
  readonly entry: ActorEntry & { readonly remove: ActorEntry["active"] }
  private keys: SigningKeys | undefined
  private previousUntil: number

  constructor(settings: EndpointSettings, entry: Endpoint["entry"], now: number) {
    this.settings = settings
    this.entry = entry
    this.url = new URL(settings.url)
    this.state = initial(now, settings)
    this.keys = keysOf(settings.secrets)
    this.previousUntil = now + (settings.rotatedIn ?? 0)
    this.idleSince = now
  }

  /** Applies changed settings. A webhook that a person enabled again starts with a clean record. */
  change(settings: EndpointSettings, now: number) {
    this.settings = settings
    this.url = new URL(settings.url)
    this.keys = keysOf(settings.secrets)
    this.previousUntil = now + (settings.rotatedIn ?? 0)
    this.pausedUntil = 0
    if (settings.failures === 0) {
      const { inFlight, unstored } = this.state
      this.state = { ...initial(now, settings), inFlight, unstored }
    }
    this.wake()
  }

  /** The secrets that sign now, or `undefined` if there is none, which never happens: every webhook has one. */
  signingKeys(now: number): SigningKeys | undefined {
    return this.keys !== undefined && now >= this.previousUntil ? [this.keys[0]] : this.keys
  }

  /** Marks the endpoint as having work. */
  wake() {
    this.wanted = true
    this.latch.openUnsafe()
  }
}
