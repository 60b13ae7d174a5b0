import { Duration } from "effect"
import type { Recipient } from "../../src/tickets/intake/RecipientDirectory.ts"
import type { SmtpLimits } from "./SmtpLimits.ts"
import { refusals, type SmtpRefusal } from "./SmtpRefusal.ts"

/** What the listener knows of one client while it is connected. */
export interface SmtpSession {
  readonly address: string
  /** A mail server of the operator's: what one client may do is nothing to go by for those whose mail it brings. */
  readonly isRelay: boolean
  /** Which brand takes mail for an address that the client named. */
  readonly routes: Map<string, Recipient>
  refusedRecipients: number
}

/** The clients that are connected: how many from where, and none for longer than a session may last. */
export class SmtpSessions {
  readonly #sessions = new Map<string, SmtpSession & { readonly deadline: NodeJS.Timeout }>()
  readonly #limits: SmtpLimits
  readonly #expire: (id: string) => void
  readonly #isRelay: (address: string) => boolean

  constructor(limits: SmtpLimits, expire: (id: string) => void, isRelay: (address: string) => boolean) {
    this.#limits = limits
    this.#expire = expire
    this.#isRelay = isRelay
  }

  /** Takes a client in, or says why not. */
  open(id: string, address: string): SmtpRefusal | undefined {
    const isRelay = this.#isRelay(address)
    let others = 0
    for (const session of this.#sessions.values()) if (session.address === address) others++
    if (!isRelay && others >= this.#limits.sessionsPerAddress) return refusals.tooManySessions
    if (this.#sessions.size >= this.#limits.sessions) return refusals.full
    const deadline = setTimeout(() => this.#expire(id), Duration.toMillis(this.#limits.session))
    deadline.unref()
    this.#sessions.set(id, { address, isRelay, routes: new Map(), refusedRecipients: 0, deadline })
    return undefined
  }

  get(id: string): SmtpSession | undefined {
    return this.#sessions.get(id)
  }

  close(id: string) {
    clearTimeout(this.#sessions.get(id)?.deadline)
    this.#sessions.delete(id)
  }
}
