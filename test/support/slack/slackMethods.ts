import { accessMethods } from "./methods/accessMethods.ts"
import { conversationMethods } from "./methods/conversationMethods.ts"
import { fileMethods } from "./methods/fileMethods.ts"
import { messageMethods } from "./methods/messageMethods.ts"
import { viewMethods } from "./methods/viewMethods.ts"
import type { SlackApp, SlackState } from "./SlackState.ts"
import type { SlackToken, Wire } from "./slackRecords.ts"
import type { Workspace } from "./Workspace.ts"

/** A method call, with the token that made it. */
export interface MethodCall {
  readonly slack: SlackState
  readonly team: Workspace
  readonly token: SlackToken
  readonly args: Wire
}

export interface Method {
  /** The scope that the token needs. */
  readonly scope?: string
  readonly run: (call: MethodCall) => Wire
}

/** Methods that no bot token authenticates: their credentials are in the arguments. */
export type OpenMethod = (call: {
  readonly slack: SlackState
  readonly app: SlackApp
  readonly bearer: string
  readonly args: Wire
}) => Wire

/** The methods that this product may call; each responds and refuses as Slack does. */
export const methods: Record<string, Method> = {
  ...accessMethods,
  ...conversationMethods,
  ...fileMethods,
  ...messageMethods,
  ...viewMethods
}
