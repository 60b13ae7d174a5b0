import type { ReplySender, ReplyWay } from "../../domain/ReplyWay.ts"

/** How a reply would be sent, on the wire. */
export const replyWayView = (way: ReplyWay | undefined) =>
  way === undefined
    ? { senders: [] }
    : { ...way, from: way.from && senderView(way.from), senders: way.senders.map(senderView) }

const senderView = ({ address, id, name }: ReplySender) => ({ connectionId: id, name, address })
