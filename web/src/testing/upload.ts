/* A fake XMLHttpRequest that the test answers by hand. Product code does not import this file. */

export class FakeUpload {
  static sent: FakeUpload[] = [];

  static get last(): FakeUpload {
    const last = FakeUpload.sent.at(-1);
    if (!last) throw new Error('Nothing was sent');
    return last;
  }

  readonly headers: Record<string, string> = {};
  readonly upload: { onprogress?: (event: object) => void; onload?: () => void } = {};
  method = '';
  address = '';
  body = '';
  status = 0;
  responseText = '';
  isAborted = false;
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  #type: string | null = null;

  open(method: string, address: string): void {
    Object.assign(this, { method, address });
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  send(body: string): void {
    this.body = body;
    FakeUpload.sent.push(this);
  }
  getResponseHeader(): string | null {
    return this.#type;
  }
  abort(): void {
    this.isAborted = true;
    this.onabort?.();
    this.onloadend?.();
  }

  progress(loaded: number, total: number): void {
    this.upload.onprogress?.({ loaded, total, lengthComputable: true });
  }
  arrive(): void {
    this.upload.onload?.();
  }
  answer(body: unknown, status = 200, type: string | null = 'application/json'): void {
    this.status = status;
    this.#type = type;
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body);
    this.onload?.();
    this.onloadend?.();
  }
  lose(): void {
    this.onerror?.();
    this.onloadend?.();
  }
}
