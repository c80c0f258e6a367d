import { Menu } from 'electron';

import { menuTemplate, type MenuDeps } from './menu-template.ts';

export function installMenu(parts: MenuDeps): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(parts)));
}
