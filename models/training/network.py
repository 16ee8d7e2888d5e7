"""The networks: a centre-heatmap locator, a residual face reader and a cocked classifier, small enough for a Pi."""

import torch
from torch import Tensor, nn

STRIDE = 4
"""Input pixels per cell of the locator's maps."""


def _convolve(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


class Separable(nn.Module):
    """Depthwise 5x5 then pointwise convolution, residual where the shapes allow."""

    def __init__(self, inputs: int, outputs: int, stride: int = 1) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(inputs, inputs, 5, stride, 2, groups=inputs, bias=False),
            nn.BatchNorm2d(inputs),
            nn.ReLU(inplace=True),
            nn.Conv2d(inputs, outputs, 1, bias=False),
            nn.BatchNorm2d(outputs),
        )
        self.keeps_shape = stride == 1 and inputs == outputs

    def forward(self, maps: Tensor) -> Tensor:
        """Maps (B, inputs, H, W) to (B, outputs, H / stride, W / stride)."""
        changed: Tensor = self.body(maps)
        return torch.relu(changed + maps if self.keeps_shape else changed)


class LocatorNetwork(nn.Module):
    """Finds dice: BGR 0-1 (B, 3, H, W) to maps (B, 5, H/4, W/4).

    Channels: logit of "a die's centre is here", log of the box's width and height in units of 32 input pixels,
    and the centre's offset x, y from the cell's corner in cells. H and W are multiples of 32.
    """

    def __init__(self, width: int = 24) -> None:
        super().__init__()
        one, two, three, four = width, width * 2, width * 4, width * 6
        self.stem = nn.Sequential(_convolve(3, 16, 2), Separable(16, one, 2), Separable(one, one), Separable(one, one))
        self.eighth = nn.Sequential(Separable(one, two, 2), Separable(two, two), Separable(two, two))
        self.sixteenth = nn.Sequential(Separable(two, three, 2), Separable(three, three), Separable(three, three))
        self.deepest = nn.Sequential(Separable(three, four, 2), Separable(four, four))
        self.up_three = nn.Conv2d(four, three, 1)
        self.up_two = nn.Conv2d(three, two, 1)
        self.up_one = nn.Conv2d(two, two, 1)
        self.from_one = nn.Conv2d(one, two, 1)
        self.mix_three = Separable(three, three)
        self.mix_two = Separable(two, two)
        answers = nn.Conv2d(two, 5, 1)
        self.head = nn.Sequential(Separable(two, two), Separable(two, two), answers)
        self.grow = nn.Upsample(scale_factor=2, mode="nearest")
        rare = torch.zeros(5)
        rare[0] = -4.0  # dice are rare: start from "no die here"
        answers.bias = nn.Parameter(rare)

    def forward(self, picture: Tensor) -> Tensor:
        """See the class."""
        one = self.stem(picture)
        two = self.eighth(one)
        three = self.sixteenth(two)
        four = self.deepest(three)
        three = self.mix_three(three + self.grow(self.up_three(four)))
        two = self.mix_two(two + self.grow(self.up_two(three)))
        maps: Tensor = self.head(self.from_one(one) + self.grow(self.up_one(two)))
        return maps


class Residual(nn.Module):
    """Two 3x3 convolutions with a shortcut."""

    def __init__(self, inputs: int, outputs: int, stride: int = 1) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _convolve(inputs, outputs, stride),
            nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False),
            nn.BatchNorm2d(outputs),
        )
        same = stride == 1 and inputs == outputs
        self.shortcut: nn.Module = nn.Identity() if same else nn.Conv2d(inputs, outputs, 1, stride, bias=False)

    def forward(self, maps: Tensor) -> Tensor:
        """Maps (B, inputs, H, W) to (B, outputs, H / stride, W / stride)."""
        return torch.relu(self.body(maps) + self.shortcut(maps))


EMBEDDING = 96
"""Numbers in the face reader's embedding of a die."""


class FaceNetwork(nn.Module):
    """Reads the top face: BGR 0-1 crops (B, 3, 80, 80) to logits (B, classes) and an embedding (B, EMBEDDING)."""

    def __init__(self, classes: int) -> None:
        super().__init__()
        stem = nn.Sequential(nn.Conv2d(3, 24, 5, 2, 2, bias=False), nn.BatchNorm2d(24), nn.ReLU(inplace=True))
        self.body = nn.Sequential(
            stem,
            Residual(24, 48, 2),
            Residual(48, 48),
            Residual(48, 96, 2),
            Residual(96, 96),
            Residual(96, 160, 2),
        )
        self.head = nn.Sequential(nn.Dropout(0.1), nn.Linear(160 * 2, classes))
        self.embed = nn.Linear(160 * 2, EMBEDDING)

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor]:
        """See the class; the embedding is not scaled to length 1."""
        maps = self.body(crops)
        pooled = torch.cat([maps.mean((2, 3)), maps.amax((2, 3))], 1)
        return self.head(pooled), self.embed(pooled)


class CockedNetwork(nn.Module):
    """Whether a die does not lie flat: upright crops with their slant (B, 4, 80, 80) to logits (B, 1)."""

    def __init__(self) -> None:
        super().__init__()
        stem = nn.Sequential(nn.Conv2d(4, 16, 5, 2, 2, bias=False), nn.BatchNorm2d(16), nn.ReLU(inplace=True))
        self.body = nn.Sequential(
            stem, Residual(16, 32, 2), Residual(32, 32), Residual(32, 64, 2), Residual(64, 64), Residual(64, 96, 2)
        )
        self.head = nn.Sequential(nn.Dropout(0.1), nn.Linear(96 * 2, 1))

    def forward(self, crops: Tensor) -> Tensor:
        """See the class."""
        maps = self.body(crops)
        judged: Tensor = self.head(torch.cat([maps.mean((2, 3)), maps.amax((2, 3))], 1))
        return judged
