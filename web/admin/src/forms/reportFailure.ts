import { messageOf, requestIdOf } from "../ui/errors.ts"
import { toast } from "../ui/toasts.ts"

/** Says what went wrong with something that has no place of its own to say it. */
export const reportFailure = (error: unknown) =>
  void toast({ text: messageOf(error), tone: "bad", requestId: requestIdOf(error) })
