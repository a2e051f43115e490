// What web/src/lib.rs exports.
declare module "*/satdoku_web.js" {
  export default function init(options: { module_or_path: WebAssembly.Module }): Promise<unknown>;
  export function ask(request: string): string;
  export function certify(request: string): Uint8Array;
  export function check_certificate(zip?: Uint8Array): string;
}
