/** Days for which deleted tickets and brands stay in the trash and can be restored. */
export const trashDays = 30
