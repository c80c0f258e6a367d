"""The parser's network: a depthwise encoder and decoder, 256 * 256 RGB in 0..1 to logits of nine labels."""

import torch
from torch import nn
from torch.nn import functional as F

from canvas import LABELS

# Channels of the encoder, of the decoder, and of the output.
PARSER = (32, 64, 128, 224, 352), 48, len(LABELS)
LENSES = (12, 24, 40, 64), 16, 1


class Separable(nn.Module):
    """A depthwise and a pointwise convolution. Of stride 2 it pads as TensorFlow's SAME does."""

    def __init__(self, into: int, out: int, stride: int = 1):
        super().__init__()
        self.stride = stride
        self.deep = nn.Conv2d(into, into, 3, stride, 0 if stride == 2 else 1, groups=into, bias=False)
        self.norm1 = nn.BatchNorm2d(into)
        self.point = nn.Conv2d(into, out, 1, bias=False)
        self.norm2 = nn.BatchNorm2d(out)

    def forward(self, x):
        x = F.pad(x, (0, 1, 0, 1)) if self.stride == 2 else x
        return F.relu6(self.norm2(self.point(F.relu6(self.norm1(self.deep(x))))))


class Parser(nn.Module):
    def __init__(self, channels, within: int, out: int):
        super().__init__()
        self.stem = nn.Conv2d(3, channels[0], 3, 2, 0, bias=False)
        self.norm = nn.BatchNorm2d(channels[0])
        pairs = list(zip(channels, channels[1:]))
        self.down = nn.ModuleList(nn.Sequential(Separable(a, b, 2), Separable(b, b)) for a, b in pairs)
        self.middle = nn.Sequential(Separable(channels[-1], channels[-1]), Separable(channels[-1], channels[-1]))
        self.side = nn.ModuleList(nn.Conv2d(c, within, 1) for c in channels)
        self.up = nn.ModuleList(Separable(within, within) for _ in channels)
        self.head = nn.Conv2d(within, out, 1)
        # At full size, by the picture's own edges.
        self.fine = nn.Conv2d(out + 3, out, 3, 1, 1)

    def forward(self, x):
        seen = [F.relu6(self.norm(self.stem(F.pad(x, (0, 1, 0, 1)))))]
        for down in self.down:
            seen.append(down(seen[-1]))
        y = self.up[-1](self.side[-1](self.middle(seen[-1])))
        for k in reversed(range(len(self.down))):
            y = F.interpolate(y, scale_factor=2, mode="bilinear", align_corners=False)
            y = self.up[k](y + self.side[k](seen[k]))
        y = F.interpolate(self.head(y), scale_factor=2, mode="bilinear", align_corners=False)
        return y + self.fine(torch.cat([x, y], 1))
