/** Which list view each user last opened for each controller; forgotten when the service ends. */
export class LastListViews {
  private readonly ids = new Map<string, string>();

  of(userId: number, controller: string): string | undefined {
    return this.ids.get(`${userId} ${controller}`);
  }

  opened(userId: number, controller: string, listView: string): void {
    this.ids.set(`${userId} ${controller}`, listView);
  }
}
