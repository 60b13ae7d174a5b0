/**
 * The messages between the host page and the frame. The host page posts `boot` to the exact origin of the frame, with one end
 * of a channel; the frame accepts it only from an origin that the brand lists. Everything else goes through that private
 * channel.
 */

/** Where the customer's identity comes from: the host's own server, a single token from the host, or an emailed link. */
export type SignIn = "host" | "token" | "mail"

/** The widget's appearance on this page. Anything left out has the widget's default. */
export interface Theme {
  /** `auto`, the default, follows the visitor's system. */
  readonly mode?: "auto" | "light" | "dark" | undefined
  /** Colour of the launcher and buttons, as `#rrggbb`; defaults to the brand's. */
  readonly accent?: string | undefined
  /** The radius of corners, such as `12px`. */
  readonly radius?: string | undefined
  /** A font family on the visitor's system. */
  readonly font?: string | undefined
}

/** The initial content of a new request. */
export interface Draft {
  readonly title?: string | undefined
  readonly body?: string | undefined
  /** Values by field key. Keys that the brand has no field for are sent too, unseen. */
  readonly customFields?: Readonly<Record<string, unknown>> | undefined
}

/** A link to further reading. */
export interface HelpLink {
  readonly label: string
  /** An http or https URL; others are left out. */
  readonly href: string
}

export interface Boot {
  readonly type: "boot"
  readonly signIn: SignIn
  /** The `ml_…` token of the link by which the visitor came. */
  readonly link?: string | undefined
  readonly locale: string
  readonly theme: Theme
  readonly links?: ReadonlyArray<HelpLink> | undefined
  /** Inside an element of the page: always open, without a launcher. */
  readonly isInline: boolean
  readonly hasLauncher: boolean
}

export type ToFrame =
  | { readonly type: "open" }
  | { readonly type: "close" }
  | { readonly type: "newTicket"; readonly draft: Draft }
  | { readonly type: "identify"; readonly signIn: SignIn }
  | { readonly type: "shutdown" }
  /** `value` is the answer, unless `error` says why there is none. */
  | { readonly type: "answer"; readonly id: number; readonly value?: string | null; readonly error?: string }

/** The events that a page can listen to, with their details. */
export interface Events {
  readonly ready: undefined
  readonly open: undefined
  readonly close: undefined
  /** The number of requests with replies that the customer has not seen in this browser. */
  readonly unread: { readonly count: number }
  /** A request was created. */
  readonly ticket: { readonly id: string; readonly ticketNumber: string }
  readonly error: { readonly message: string }
}

export type ToHost =
  | { readonly type: "ready" }
  | { readonly type: "shown"; readonly isOpen: boolean }
  | {
      [Name in keyof Events]: { readonly type: "event"; readonly name: Name; readonly detail: Events[Name] }
    }[keyof Events]
  /** Asks for a token of the page's signed-in user, or the page's address. */
  | { readonly type: "ask"; readonly id: number; readonly what: "token" | "page" }
  /** The session has ended, and the frame is done. */
  | { readonly type: "gone" }
