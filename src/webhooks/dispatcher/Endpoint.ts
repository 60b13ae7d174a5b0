import { Latch } from "effect"
import type { ActorEntry } from "../../runtime/ActorRegistry.ts"
import type { Claimed, EndpointSettings } from "../DeliveryQueue.ts"
import { type EndpointState, initial } from "../EndpointState.ts"
import type { SigningKeys } from "../Signature.ts"
import { keysOf } from "../TestSender.ts"

/**
 * What one endpoint's actor works with; only code that runs to its end at once changes it. Times are milliseconds of a
 * clock that nobody sets.
 */
export class Endpoint {
  settings: EndpointSettings
  url: URL
  state: EndpointState
  /** Deliveries that are leased and wait for room here. */
  readonly handed: Array<{ readonly claimed: Claimed; readonly at: number }> = []
  /** There may be something to claim. */
  wanted = true
  /** When to look again without being told. */
  wakeAt = Number.POSITIVE_INFINITY
  /** The webhook's rate admits no claim before. */
  pausedUntil = 0
  /** Nothing under way is due earlier, in Unix milliseconds: what the last sweep saw. */
  since = 0
  idleSince: number
  /** The webhook is gone or disabled: the actor ends. */
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

  /** Takes over changed settings. A webhook that a person enabled again starts with a clean record. */
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

  /** The secrets that sign now; undefined when there is none, which no webhook of ours is without. */
  signingKeys(now: number): SigningKeys | undefined {
    return this.keys !== undefined && now >= this.previousUntil ? [this.keys[0]] : this.keys
  }

  /** There is work. */
  wake() {
    this.wanted = true
    this.latch.openUnsafe()
  }
}
