/**
 * What the host page and the frame say to each other. The host page posts `boot` to the exact origin of the frame, with
 * one end of a channel; the frame takes it from an origin that the brand lists alone. All the rest goes through that
 * channel, which nobody else has.
 */

/** Where the customer's identity comes from: the host's own server, one token that the host gave, or a mailed link. */
export type SignIn = "host" | "token" | "mail"

/** How the widget looks on this page. What is left out is the widget's own. */
export interface Theme {
  /** `auto`, unless it is said, follows the visitor's system. */
  readonly mode?: "auto" | "light" | "dark" | undefined
  /** Colour of the launcher and of buttons, as `#rrggbb`; the brand's own unless it is said. */
  readonly accent?: string | undefined
  /** Of corners, such as `12px`. */
  readonly radius?: string | undefined
  /** A font family of the visitor's system. */
  readonly font?: string | undefined
}

/** What a new request begins with. */
export interface Draft {
  readonly title?: string | undefined
  readonly body?: string | undefined
  /** Values by the keys of the brand's fields; of others too, which are sent along unseen. */
  readonly customFields?: Readonly<Record<string, unknown>> | undefined
}

/** Something to read elsewhere. */
export interface HelpLink {
  readonly label: string
  /** Over http or https; anything else is left out. */
  readonly href: string
}

export interface Boot {
  readonly type: "boot"
  readonly signIn: SignIn
  /** `ml_…` of the link by which the visitor has come. */
  readonly link?: string | undefined
  readonly locale: string
  readonly theme: Theme
  readonly links?: ReadonlyArray<HelpLink> | undefined
  /** In an element of the page: always open, without a launcher. */
  readonly isInline: boolean
  readonly hasLauncher: boolean
}

export type ToFrame =
  | { readonly type: "open" }
  | { readonly type: "close" }
  | { readonly type: "newTicket"; readonly draft: Draft }
  | { readonly type: "identify"; readonly signIn: SignIn }
  | { readonly type: "shutdown" }
  /** `value` answers the question, unless `error` says why it cannot. */
  | { readonly type: "answer"; readonly id: number; readonly value?: string | null; readonly error?: string }

/** What the page can listen to, and what it hears. */
export interface Events {
  readonly ready: undefined
  readonly open: undefined
  readonly close: undefined
  /** Answers that the customer has not seen. */
  readonly unread: { readonly count: number }
  /** A request was sent. */
  readonly ticket: { readonly id: string; readonly ticketNumber: string }
  readonly error: { readonly message: string }
}

export type ToHost =
  | { readonly type: "ready" }
  | { readonly type: "shown"; readonly isOpen: boolean }
  | {
      [Name in keyof Events]: { readonly type: "event"; readonly name: Name; readonly detail: Events[Name] }
    }[keyof Events]
  /** A token of the customer who is signed in to the page, or the page's address. */
  | { readonly type: "ask"; readonly id: number; readonly what: "token" | "page" }
  /** The session has ended, and nothing is left to do. */
  | { readonly type: "gone" }
