/** Why a simulated message is not received if its brand is deleted at the same moment. */
export const brandGone = "The brand was deleted."
