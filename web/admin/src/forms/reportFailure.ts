import { messageOf, requestIdOf } from "../ui/errors.ts"
import { toast } from "../ui/toasts.ts"

/** Shows an error that has no place of its own as a notice. */
export const reportFailure = (error: unknown) =>
  void toast({ text: messageOf(error), tone: "bad", requestId: requestIdOf(error) })
